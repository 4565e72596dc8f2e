import { type CatalogRecord, type CatalogStore, compareIds } from '@toolscout/model'
import { catalogStoreObligations } from '@toolscout/testkit'
import { expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

const obligations = catalogStoreObligations({ durable: false })
const breaches: [string, (store: CatalogStore) => Partial<CatalogStore>][] = [
  [
    'takes a part of a batch',
    ({ append }) => ({
      append: async (changes, options) => {
        let revision = 0
        for (const change of changes) revision = await append([change], options)
        return revision
      },
    }),
  ],
  ['takes any revision for the latest', ({ append }) => ({ append: (changes) => append(changes) })],
  [
    'loads in another order',
    ({ load }) => ({
      load: async function* (options) {
        const records: CatalogRecord[] = []
        for await (const record of load(options)) records.push(record)
        yield* records.sort((a, b) => compareIds(b.tool.id, a.tool.id))
      },
    }),
  ],
  [
    'mixes revisions',
    ({ load, get }) => ({
      load: async function* (options) {
        for await (const record of load(options)) yield (await get([record.tool.id]))[0] ?? record
      },
    }),
  ],
  [
    'forgets notes',
    ({ get }) => ({
      get: async (ids, options) =>
        (await get(ids, options)).map((record) => record && { ...record, notes: '' }),
    }),
  ],
  [
    'forgets what is gone',
    ({ loadChanges }) => ({
      loadChanges: async function* (after, options) {
        for await (const change of loadChanges(after, options)) if (change.type === 'put') yield change
      },
    }),
  ],
  ['keeps no checkpoint', () => ({ saveCheckpoint: async () => undefined })],
  [
    'keeps the vectors of others',
    ({ embeddings }) => ({
      embeddings: { ...embeddings, set: async () => undefined } as NonNullable<CatalogStore['embeddings']>,
    }),
  ],
  [
    'sees faults',
    ({ verify }) => ({
      verify: async (options) => ({ ...(await verify(options)), faults: [{ code: 'ODD', message: 'Odd.' }] }),
    }),
  ],
  ['never says what changed', () => ({ changes: async function* () {} })],
  ['cannot be closed', () => ({ close: async () => undefined })],
  ['knows no signal', ({ items }) => ({ items: (kind) => items(kind) })],
]

it.each(breaches)('a store that %s is noticed', async (_name, breach) => {
  const open = async (): Promise<CatalogStore> => {
    const store = createMemoryStore()
    return { ...store, ...breach(store) }
  }
  const noticed = await Promise.allSettled(obligations.map(({ check }) => check(() => ({ open }))))
  expect(noticed.some(({ status }) => status === 'rejected')).toBe(true)
})
