import type { CatalogRecord } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher } from '@toolscout/search'
import { expect, it } from 'vitest'
import { createPostgresStore } from './create-postgres-store.ts'
import type { Database } from './database.ts'
import { openPglite, pgliteDatabase } from './fixtures/pglite-database.ts'
import { BUSY_UPKEEP } from './fixtures/policy.ts'
import { syntheticQueries, syntheticRecords } from './fixtures/synthetic-tools.ts'
import { WRITE_PAGES } from './sql/segments.ts'

const SCHEMA = 'beside'
/** Each page is a slice by itself. */
const POLICY = { ...BUSY_UPKEEP, bytesAtOnce: 1_024 }
const BATCH = POLICY.sealDocuments
/** Far more than appends may be ahead of what is sealed. */
const BATCHES_BESIDE = 12
const records = syntheticRecords(240 + BATCHES_BESIDE * BATCH, 12)

it('appends go on while segments are merged, and what they bring is sealed meanwhile', async () => {
  const pglite = await openPglite()
  const real = await pgliteDatabase(pglite, SCHEMA)
  let merged: unknown
  let appended = 0
  const append = async (count: number): Promise<void> => {
    const some = records.slice(appended, appended + count)
    appended += count
    await store.append(some.map((record) => ({ type: 'put', record })))
  }
  const database: Database = {
    ...real,
    ask: async (statement) => {
      // Whenever a part of the large segment is written, a batch is appended; to wait for the merge would be for ever.
      if (statement.text === WRITE_PAGES.text && isMerging && appended < records.length) {
        merged ??= statement.values?.[0]
        if (statement.values?.[0] === merged) await append(BATCH)
      }
      return real.ask(statement)
    },
  }
  let isMerging = false
  const store = await createPostgresStore(database, { schema: SCHEMA }, POLICY)
  while (appended < 240) await append(80)
  await store.optimize()
  await store.append([{ type: 'delete', id: records[0]?.tool.id ?? '' }])
  isMerging = true
  await store.optimize()
  expect(appended).toBe(records.length)
  const { rows } = await pglite.query<{ unsealed: number }>(
    `select (next_number - 1 - sealed_to)::int as unsealed from ${SCHEMA}.catalog`,
  )
  expect(rows[0]?.unsealed).toBeLessThan(2 * BATCH)
  const memory = createBm25Searcher()
  memory.apply({ upserts: records.slice(1).map(toDocument), removals: [] })
  for (const query of syntheticQueries(records, 5, 12)) {
    const { hits } = await memory.search({ query, limit: 10 })
    expect((await store.search({ query, limit: 10 })).hits).toEqual(hits)
  }
  expect((await store.verify()).faults).toEqual([])
  await store.close()
  await pglite.close()
}, 120_000)

function toDocument({ tool, backends, notes }: CatalogRecord) {
  return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
}
