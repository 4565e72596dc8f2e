import type { CatalogChange, CatalogRecord, SearchDocument } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher } from '@toolscout/search'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { BUSY_UPKEEP } from './fixtures/policy.ts'
import { syntheticQueries, syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(120, 42)
const queries = syntheticQueries(records, 12, 42)
/** PGlite takes a transaction for each question. */
const RUNS: { readonly [engine: string]: number } = { PostgreSQL: 25, PGlite: 8 }

type Step =
  | { readonly type: 'put'; readonly from: number; readonly count: number; readonly notes: string }
  | { readonly type: 'delete'; readonly from: number; readonly count: number }
  | { readonly type: 'optimize' }
  | { readonly type: 'search' }

const place = { from: fc.nat(records.length - 1), count: fc.integer({ min: 1, max: 50 }) }
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('put' as const),
        ...place,
        notes: fc.constantFrom('', 'file', 'issue of a file'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), ...place }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('optimize' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('search' as const) }) },
  ),
  { minLength: 3, maxLength: 10 },
)

function toDocument({ tool, backends, notes }: CatalogRecord): SearchDocument {
  return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
}

describe.each(ENGINES)('on %s', (name, start) => {
  let engine: TestEngine
  let schemas = 0
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it('whatever is appended, sealed and merged, hits are those of the searcher in memory', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        schemas += 1
        const schema = `steps_${schemas}`
        const writer = await engine.open(schema, {}, BUSY_UPKEEP)
        // Follows along and remembers pages of segments that others merge.
        const reader = await engine.open(schema, { cacheBytes: 2 ** 20 })
        const memory = createBm25Searcher()
        const compare = async (): Promise<void> => {
          for (const query of queries) {
            const expected = await memory.search({ query, limit: 7 })
            for (const store of [writer, reader]) {
              const { hits, unmatchedTerms, exact } = await store.search({ query, limit: 7 })
              expect({ query, hits, unmatchedTerms, exact }).toEqual({ query, ...expected, exact: true })
            }
          }
        }
        for (const step of done) {
          if (step.type === 'optimize') await writer.optimize()
          else if (step.type === 'search') await compare()
          else {
            const some = records.slice(step.from, step.from + step.count)
            const isPut = step.type === 'put'
            const changes = some.map((record): CatalogChange => {
              if (!isPut) return { type: 'delete', id: record.tool.id }
              return { type: 'put', record: { ...record, notes: step.notes } }
            })
            await writer.append(changes)
            memory.apply({
              upserts: isPut ? some.map((record) => toDocument({ ...record, notes: step.notes })) : [],
              removals: isPut ? [] : some.map(({ tool }) => tool.id),
            })
          }
        }
        await compare()
        await writer.close()
        expect((await reader.verify()).faults).toEqual([])
        await reader.close()
        await engine.ask(schema, `drop schema "${schema}" cascade`)
      }),
      { numRuns: RUNS[name] ?? 0, seed: 20_261_122 },
    )
  }, 240_000)
})
