import type { CatalogChange, CatalogStore, SearchDocument } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher, type SnapshotSearcher } from '@toolscout/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syntheticQueries, syntheticRecords } from '../../postgres/fixtures/synthetic-tools.ts'
import { DRIVER, makePlace } from '../fixtures/places.ts'
import { openSqliteStore } from '../open-sqlite-store.ts'

const SEED = 20_261_122
const records = syntheticRecords(2_000, SEED)
const strangers = syntheticRecords(500, 7)
const queries = syntheticQueries(records, 2_000, SEED)
const toDocument = ({ tool, backends, notes }: (typeof records)[number]): SearchDocument =>
  toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
const put = (given: typeof records): CatalogChange[] => given.map((record) => ({ type: 'put', record }))
const servers = records.slice(0, 900).map(({ tool }) => tool.namespace ?? '')
const filters = [
  undefined,
  undefined,
  { readOnly: true },
  { tags: ['file', 'issue'], servers },
  { destructive: false, namespaces: servers },
  { visibility: { key: 'me', allows: ({ id }: { readonly id: string }) => id.length % 2 === 0 } },
]

describe('memory, SQLite with the kernel and SQLite alone', () => {
  const memory = createBm25Searcher()
  memory.apply({ upserts: records.map(toDocument), removals: [] })
  const place = makePlace()
  let store: CatalogStore
  let kernel: SnapshotSearcher
  beforeAll(async () => {
    const writer = await openSqliteStore({ path: place.path, driver: DRIVER })
    const searcher = createBm25Searcher()
    const search = async (): Promise<unknown> => writer.search?.({ query: 'read the file', limit: 3 })
    // Changed step by step, searched in between, with others that come and go: only what is there in the end may count.
    await writer.append(put(strangers))
    await search()
    await writer.append(
      records.slice(0, 1_200).map((record) => ({ type: 'put', record: { ...record, notes: 'old' } })),
    )
    await search()
    searcher.apply({ upserts: strangers.map(toDocument), removals: [] })
    await writer.saveCheckpoint('searcher', { revision: 1, bytes: searcher.snapshot() })
    await writer.append(put(records.slice(600)))
    for (let at = 0; at < 600; at += 60) {
      await writer.append(put(records.slice(at, at + 60)))
      await search()
    }
    const kept = new Set(records.map(({ tool }) => tool.id))
    const gone = strangers.filter(({ tool }) => !kept.has(tool.id))
    await writer.append(gone.map(({ tool }) => ({ type: 'delete', id: tool.id })))
    await writer.close()

    store = await openSqliteStore({ path: place.path, driver: DRIVER })
    const saved = await store.loadCheckpoint('searcher')
    const summaryOf = (id: string) => store.reader?.summary(id) as ReturnType<typeof toToolSummary>
    kernel = createBm25Searcher({ saved: { bytes: saved?.bytes as Uint8Array, summaryOf } })
    for await (const change of store.loadChanges(saved?.revision as number)) {
      kernel.apply(
        change.type === 'put'
          ? { upserts: [toDocument(change.record)], removals: [] }
          : { upserts: [], removals: [change.id] },
      )
    }
  })
  afterAll(async () => {
    expect((await store.verify()).faults).toEqual([])
    await store.close()
    await place.dispose?.()
  })

  it('give the same ids in the same order with the same scores, to the last bit', async () => {
    let found = 0
    for (const [i, query] of queries.entries()) {
      const request = { query, limit: 10, filter: filters[i % filters.length] }
      const expected = await memory.search(request)
      const text = JSON.stringify({ query, ...expected })
      expect(JSON.stringify({ query, ...(await kernel.search(request)) })).toBe(text)
      expect(JSON.stringify({ query, ...(await store.search?.(request)) })).toBe(text)
      found += expected.hits.length
    }
    expect(found).toBeGreaterThan(5 * queries.length)
  }, 120_000)

  it('take in what is gone and what has its number since', async () => {
    const other = makePlace()
    const small = await openSqliteStore({ path: other.path, driver: DRIVER })
    const search = async (): Promise<readonly string[]> =>
      ((await small.search?.({ query: 'read file', limit: 300 }))?.hits ?? []).map(({ id }) => id).sort()
    await small.append(put(records.slice(0, 200)))
    const first = await search()
    await small.append([
      ...put(records.slice(300, 310)),
      ...records.slice(0, 20).map(({ tool }) => ({ type: 'delete' as const, id: tool.id })),
    ])
    await small.append(records.slice(300, 310).map(({ tool }) => ({ type: 'delete', id: tool.id })))
    await small.append(put(records.slice(0, 20)))
    expect(await search()).toEqual(first)
    expect((await small.verify()).faults).toEqual([])
    await small.close()
    await other.dispose?.()
  })

  it.each([0, 1, 7, 5_000])('cut at %i where each other would', async (limit) => {
    for (const query of queries.slice(0, 20)) {
      expect(await store.search?.({ query, limit })).toEqual(await memory.search({ query, limit }))
    }
  })

  it('explain scores by trees whose root is the score', async () => {
    for (const query of queries.slice(0, 50)) {
      const answer = await store.search?.({ query, limit: 3, explain: true })
      for (const { score, explanation } of answer?.hits ?? []) expect(explanation?.value).toBe(score)
    }
  })
})
