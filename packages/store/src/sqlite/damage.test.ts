import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CatalogRecord, type CatalogStore, type JsonValue, ToolscoutError } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { randomNumbers } from '../fixtures/batches.ts'
import { DRIVER, makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const folder = makeFolder()
afterAll(folder.dispose)
/** `npm run torture:store` tries a thousand. */
const FLIPS = Number(process.env.TOOLSCOUT_FLIPS ?? 250)
const SEED = 20_261_122

const RECORDS: readonly CatalogRecord[] = Array.from({ length: 40 }, (_, i) =>
  sketchRecord(`tool_${i}`, {
    namespace: `server${i % 3}`,
    description: `Does thing ${i} with ${'words '.repeat(i)}`,
    notes: i % 2 ? 'noted' : '',
  }),
)
const IDS = RECORDS.map(({ tool }) => tool.id)

/** A store of some life, its checkpoint left where it is. */
const makeOriginal = async (): Promise<{ readonly bytes: Buffer; readonly expected: Readings }> => {
  const path = join(folder.path, 'catalog.db')
  const store = await openSqliteStore({ path, driver: DRIVER })
  await store.append([...RECORDS, sketchRecord('gone')].map((record) => ({ type: 'put', record })))
  await store.append([{ type: 'delete', id: 'gone' }])
  await store.append([
    { type: 'putItem', item: { kind: 'source', key: 'x', value: { is: 'available' } } },
    { type: 'putItem', item: { kind: 'pin', key: 'y', value: 'abc' } },
  ])
  await store.embeddings?.set([['aa', new Float32Array([0.25, 0.5])]])
  await store.saveCheckpoint('snapshot', { revision: 2, bytes: new Uint8Array(100).fill(3) })
  const expected = await readEverything(store)
  await store.close()
  return { bytes: readFileSync(path), expected }
}

/** What each way to read gave: what it read, or the code of its refusal. */
type Readings = { readonly [way: string]: JsonValue }
type Way = (store: CatalogStore) => Promise<unknown> | unknown
const WAYS: { readonly [way: string]: Way } = {
  records: (store) => all(store.load()),
  summaries: (store) => all(store.loadSummaries()),
  changes: (store) => all(store.loadChanges(1)),
  get: (store) => store.get([...IDS, 'gone', 'nobody']),
  ids: (store) => store.reader?.ids(),
  one: (store) => [store.reader?.record(IDS[7] ?? ''), store.reader?.summary(IDS[9] ?? '')],
  items: async (store) => [await store.items('source'), await store.items('pin')],
  vectors: async (store) => (await store.embeddings?.get(['aa']))?.map((vector) => vector && [...vector]),
  checkpoint: async (store) => {
    const saved = await store.loadCheckpoint('snapshot')
    return saved && [saved.revision, ...saved.bytes]
  },
  revision: (store) => store.revision(),
}

async function all(values: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const value of values) found.push(value)
  return found
}

async function readEverything(store: CatalogStore): Promise<Readings> {
  const readings: Record<string, JsonValue> = {}
  for (const [name, way] of Object.entries(WAYS)) {
    try {
      readings[name] = JSON.parse(JSON.stringify((await way(store)) ?? null))
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      readings[name] = error.code
    }
  }
  return readings
}

const { bytes, expected } = await makeOriginal()
/** What a store may have lost without a word. */
const FORGETTABLE: { readonly [way: string]: JsonValue } = { vectors: [null], checkpoint: null }
let copies = 0
const place = (given: Uint8Array): string => {
  copies += 1
  const path = join(folder.path, `copy-${copies}`, 'catalog.db')
  mkdirSync(join(path, '..'))
  writeFileSync(path, given)
  return path
}

describe('a store with one byte that is another', () => {
  const random = randomNumbers(SEED)
  const flips = Array.from({ length: FLIPS }, () => [random(bytes.length), 1 + random(255)] as const)
  it(`reads what was written or refuses, and is whole again after a repair, ${FLIPS} times`, async () => {
    const seen = { refused: 0, repaired: 0, lost: 0 }
    for (const [at, bits] of flips) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ bits
      const path = place(damaged)
      const said = `byte ${at} of ${bytes.length} by ${bits}`
      const isOpen = await openSqliteStore({ path, driver: DRIVER }).then(
        async (store) => {
          const readings = await readEverything(store)
          const refusals = Object.keys(readings).filter((way) => readings[way] === 'STORE_DAMAGED')
          for (const [way, reading] of Object.entries(readings)) {
            if (refusals.includes(way) || JSON.stringify(reading) === JSON.stringify(FORGETTABLE[way]))
              continue
            expect({ [way]: reading }, said).toEqual({ [way]: expected[way] })
          }
          if (refusals.length > 0)
            expect((await store.verify()).faults, `${said}: ${refusals}`).not.toEqual([])
          await store.close()
          return true
        },
        (error: unknown) => {
          expect(error, said).toBeInstanceOf(ToolscoutError)
          return false
        },
      )
      if (!isOpen) seen.refused += 1
      const repaired = await openSqliteStore({ path, driver: DRIVER, repair: true }).catch(
        (error: unknown) => {
          // What does not look like a store any more is not overwritten.
          expect(['STORE_FORMAT_UNKNOWN', 'STORE_DAMAGED'], said).toContain(
            Reflect.get(error as object, 'code'),
          )
        },
      )
      if (repaired === undefined) continue
      expect((await repaired.repair()).faults, said).toEqual([])
      const left = (await all(repaired.load())) as readonly CatalogRecord[]
      const originals = RECORDS.filter(({ tool }) => left.some((record) => record.tool.id === tool.id))
      expect([...left].sort(byId), said).toEqual([...originals].sort(byId))
      seen.repaired += 1
      seen.lost += RECORDS.length - left.length
      await repaired.close()
      rmSync(join(path, '..'), { recursive: true })
    }
    // Most bytes are those of records, and one byte is one record at most of the time.
    expect(seen.repaired).toBeGreaterThan(0.9 * FLIPS)
    expect(seen.lost / FLIPS).toBeLessThan(2)
  }, 600_000)
})

function byId(a: CatalogRecord, b: CatalogRecord): number {
  return a.tool.id < b.tool.id ? -1 : 1
}
