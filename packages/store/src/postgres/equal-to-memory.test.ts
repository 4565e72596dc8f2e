import type { SearchDocument, ToolFilter } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher } from '@toolscout/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { BUSY_UPKEEP } from './fixtures/policy.ts'
import { syntheticQueries, syntheticRecords } from './fixtures/synthetic-tools.ts'
import type { PostgresStore } from './postgres-store.ts'

const SEED = 20_261_122
const LIMIT = 10
/** PGlite takes a transaction for each question. */
const QUERIES: { readonly [engine: string]: number } = { PostgreSQL: 2_000, PGlite: 200 }
/** Makes a dozen segments of several sizes. */
const UPKEEP = { ...BUSY_UPKEEP, sealDocuments: 150, mostSealed: 300 }
const records = syntheticRecords(2_000, SEED)
const documents = records.map(({ tool, backends, notes }): SearchDocument => {
  return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
})
const memory = createBm25Searcher()
memory.apply({ upserts: documents, removals: [] })
const filters: readonly (ToolFilter | undefined)[] = [
  undefined,
  undefined,
  undefined,
  { readOnly: true },
  { tags: ['file', 'issue'], servers: records.slice(0, 900).map(({ tool }) => tool.namespace ?? '') },
  { visibility: { key: 'me', allows: ({ id }) => id.length % 2 === 0 } },
]

describe.each(ENGINES)('on %s', (name, start) => {
  const queries = syntheticQueries(records, QUERIES[name] ?? 0, SEED)
  let engine: TestEngine
  let store: PostgresStore
  /** Looks at so little that most questions cannot be answered exactly at once. */
  let hasty: PostgresStore
  beforeAll(async () => {
    engine = await start()
    store = await engine.open('equal', {}, UPKEEP)
    const strangers = syntheticRecords(500, 7)
    // Changed step by step, with others that come and go: only what is there in the end may count.
    await store.append(strangers.map((record) => ({ type: 'put', record })))
    await store.append(
      records.slice(0, 1_200).map((record) => ({ type: 'put', record: { ...record, notes: 'old' } })),
    )
    await store.append(records.slice(600).map((record) => ({ type: 'put', record })))
    await store.append(records.slice(0, 600).map((record) => ({ type: 'put', record })))
    const kept = new Set(records.map(({ tool }) => tool.id))
    const gone = strangers.filter(({ tool }) => !kept.has(tool.id))
    await store.append(gone.map(({ tool }) => ({ type: 'delete', id: tool.id })))
    hasty = await engine.open('equal', { maxPostings: 1_000, cacheBytes: 2 ** 20 })
  }, 240_000)
  afterAll(async () => {
    await Promise.all([store.close(), hasty.close()])
    await engine.stop()
  })

  it('exact answers are those of the searcher in memory, to the last bit of the scores', async () => {
    const check = async (query: string, i: number): Promise<void> => {
      const request = { query, limit: LIMIT, filter: filters[i % filters.length] }
      const expected = await memory.search(request)
      const { hits, unmatchedTerms, exact } = await hasty.search({ ...request, exact: true })
      expect({ query, exact, hits, unmatchedTerms }).toEqual({ query, exact: true, ...expected })
    }
    for (let start = 0; start < queries.length; start += 20) {
      await Promise.all(queries.slice(start, start + 20).map((query, i) => check(query, start + i)))
    }
  }, 240_000)

  it('fast answers overlap with exact ones by 0.98 and more, and say so when they are exact', async () => {
    let overlap = 0
    for (const query of queries.slice(0, 400)) {
      const expected = (await memory.search({ query, limit: LIMIT })).hits
      const answer = await store.search({ query, limit: LIMIT })
      const known = new Set(expected.map(({ id }) => id))
      const shared = answer.hits.filter(({ id }) => known.has(id)).length
      overlap += expected.length === 0 ? 1 : shared / expected.length
      if (answer.exact) expect(answer.hits).toEqual(expected)
    }
    expect(overlap / Math.min(400, queries.length)).toBeGreaterThanOrEqual(0.98)
  })

  it('explanations are trees whose root is the score', async () => {
    for (const query of queries.slice(0, 50)) {
      for (const { score, explanation } of (await store.search({ query, limit: 3, explain: true })).hits) {
        expect(explanation?.value).toBe(score)
      }
    }
  })

  it('nothing is wrong with what was changed step by step', async () => {
    expect((await store.verify()).faults).toEqual([])
  })
})
