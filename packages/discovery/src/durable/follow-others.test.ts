import { type CatalogBatch, type CatalogStore, parseTool, RevisionForgottenError } from '@toolscout/model'
import { createMemoryStore } from '@toolscout/store'
import { expect, it } from 'vitest'
import { openDiscovery } from './open-discovery.ts'

const inputSchema = { type: 'object' }

/** A store of which batches are heard when the test says so. */
function heardStore(): {
  readonly store: CatalogStore
  readonly tell: (batch: CatalogBatch) => Promise<void>
} {
  const inner = createMemoryStore()
  let hear: (batch: CatalogBatch) => void = () => {}
  let next = new Promise<CatalogBatch>((resolve) => {
    hear = resolve
  })
  return {
    store: {
      ...inner,
      changes: async function* ({ signal }) {
        const ended = new Promise<undefined>((resolve) =>
          signal.addEventListener('abort', () => resolve(undefined)),
        )
        for (;;) {
          const batch = await Promise.race([next, ended])
          if (batch === undefined) return
          next = new Promise((resolve) => {
            hear = resolve
          })
          yield batch
        }
      },
    },
    tell: async (batch) => hear(batch),
  }
}

it('what was changed here since is not taken back by what is heard of it', async () => {
  const { store, tell } = heardStore()
  // The store knows of no batch that others wrote.
  const discovery = await openDiscovery({ store, embedder: false, onError: () => {} })
  await discovery.register([{ name: 'a', description: 'first', inputSchema }])
  const [first] = await store.get(['a'])
  const put = (revision: number): CatalogBatch => ({
    revision,
    changes: first === undefined ? [] : [{ type: 'put', record: first }],
  })
  const description = (): string | undefined => discovery.index.get('a')?.tool.description

  // Not written yet when the first comes back.
  const waiting = discovery.catalog?.reached(1)
  discovery.index.register({ name: 'a', description: 'second', inputSchema }, { kind: 'local', handler: 'a' })
  await tell(put(1))
  await waiting
  expect(description()).toBe('second')
  await discovery.catalog?.flush()
  expect((await store.get(['a']))[0]?.tool.description).toBe('second')

  // Written as the third, after what another process wrote as the second.
  discovery.index.register({ name: 'a', description: 'third', inputSchema }, { kind: 'local', handler: 'a' })
  await discovery.catalog?.flush()
  expect(discovery.catalog?.revision()).toBe(3)
  await tell(put(2))
  await discovery.catalog?.reached(2)
  expect(description()).toBe('third')
  await tell(put(3))
  await discovery.catalog?.reached(3)

  // And what another writes later counts, and is not written back.
  await tell(put(4))
  await discovery.catalog?.reached(4)
  expect(description()).toBe('first')
  await discovery.catalog?.flush()
  expect(await store.revision()).toBe(3)
  await discovery.close()
})

it('a local change that could not be written yet is not overwritten by the batch of another node', async () => {
  const { store, tell } = heardStore()
  let isFull = false
  const append: CatalogStore['append'] = async (changes, options) => {
    if (isFull) throw new RangeError('no space left')
    return store.append(changes, options)
  }
  const discovery = await openDiscovery({ store: { ...store, append }, embedder: false, onError: () => {} })
  await discovery.register([{ name: 'a', description: 'first', inputSchema }])
  const [first] = await store.get(['a'])
  isFull = true
  discovery.index.register({ name: 'a', description: 'ours', inputSchema }, { kind: 'local', handler: 'a' })
  await expect(discovery.catalog?.flush()).rejects.toThrow('no space left')
  await tell({ revision: 2, changes: first === undefined ? [] : [{ type: 'put', record: first }] })
  await discovery.catalog?.reached(2)
  expect(discovery.index.get('a')?.tool.description).toBe('ours')
  isFull = false
  await discovery.catalog?.flush()
  expect((await store.get(['a']))[0]?.tool.description).toBe('ours')
  await discovery.close()
})

it('what is not to be read is told, and harms no search', async () => {
  const inner = createMemoryStore()
  const errors: unknown[] = []
  const store: CatalogStore = {
    ...inner,
    // biome-ignore lint/correctness/useYield: it breaks before there is anything
    changes: async function* () {
      throw new RangeError('out of order')
    },
  }
  const discovery = await openDiscovery({
    store,
    embedder: false,
    onError: ({ error }) => errors.push(error),
  })
  await discovery.register([{ name: 'a', inputSchema }])
  expect((await discovery.search('a')).hits[0]?.id).toBe('a')
  expect(errors).toEqual([new RangeError('out of order')])
  await discovery.close()
})

it('a catalog that was read anew in part counts as not read', async () => {
  const { reader: _, ...inner } = createMemoryStore()
  await inner.append(
    Array.from({ length: 600 }, (_, i) => ({
      type: 'put',
      record: {
        tool: parseTool({ name: `tool_${i}`, inputSchema }).tool,
        backends: [{ kind: 'mcp', server: 'shop' }],
        notes: '',
      },
    })),
  )
  let isOpen = false
  let tellError: (error: unknown) => void = () => {}
  const told = new Promise((resolve) => {
    tellError = resolve
  })
  const store: CatalogStore = {
    ...inner,
    // biome-ignore lint/correctness/useYield: it forgot what is asked for
    changes: async function* ({ after }) {
      isOpen = true
      await inner.append([{ type: 'delete', id: 'tool_599' }])
      throw new RevisionForgottenError(after, after + 1)
    },
    load: async function* (options) {
      let left = isOpen ? 550 : Number.POSITIVE_INFINITY
      for await (const record of inner.load(options)) {
        left -= 1
        if (left < 0) throw new RangeError('gone away')
        yield record
      }
    },
  }
  const discovery = await openDiscovery({ store, embedder: false, onError: ({ error }) => tellError(error) })
  const reached = expect(discovery.catalog?.reached(2)).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
  expect(await told).toEqual(new RangeError('gone away'))
  expect(discovery.index.get('tool_599')).toBeDefined()
  await discovery.close()
  await reached
})
