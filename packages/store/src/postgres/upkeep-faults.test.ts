import type { PGlite } from '@electric-sql/pglite'
import type { CatalogChange, SearchDocument } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createBm25Searcher } from '@toolscout/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPostgresStore } from './create-postgres-store.ts'
import { type Break, breaking } from './fixtures/breaking-database.ts'
import { openPglite, pgliteDatabase } from './fixtures/pglite-database.ts'
import { BUSY_UPKEEP } from './fixtures/policy.ts'
import { syntheticQueries, syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(60, 5)
const queries = syntheticQueries(records, 3, 5)
const SCHEMA = 'faults'

let pglite: PGlite
beforeAll(async () => {
  pglite = await openPglite()
})
afterAll(() => pglite.close())

it('whichever call breaks while the index is tended, hits stay those of memory and nothing is wrong', async () => {
  const memory = createBm25Searcher()
  const whole = await pgliteDatabase(pglite, SCHEMA)
  const reader = await createPostgresStore(whole, { schema: SCHEMA }, BUSY_UPKEEP)
  let count = Number.NEGATIVE_INFINITY
  let failing: (call: number) => Break = () => undefined
  const writer = await createPostgresStore(
    breaking(await pgliteDatabase(pglite, SCHEMA), () => {
      count += 1
      return failing(count)
    }),
    { schema: SCHEMA },
    // Nothing is done in the background, so that calls can be counted.
    { ...BUSY_UPKEEP, sealDocuments: 1_000, bytesAtOnce: 8_192 },
  )
  let isBroken = true
  let tries = 0
  for (let at = 1; isBroken; at += 1) {
    for (const when of ['before', 'after'] as const) {
      tries += 1
      const some = records.slice((7 * tries) % 40, ((7 * tries) % 40) + 20)
      const notes = `round ${tries}`
      const changed = some.map((record) => ({ ...record, notes }))
      await writer.append(changed.map((record): CatalogChange => ({ type: 'put', record })))
      memory.apply({
        upserts: changed.map(({ tool, backends }): SearchDocument => {
          return toSearchDocument({ tool, summary: toToolSummary(tool, backends), notes })
        }),
        removals: [],
      })
      isBroken = false
      count = 0
      failing = (call) => {
        if (call !== at) return undefined
        isBroken = true
        return when
      }
      await writer.optimize().catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' })
      })
      failing = () => undefined
      for (const query of queries) {
        const { hits } = await memory.search({ query, limit: 5 })
        expect((await reader.search({ query, limit: 5 })).hits).toEqual(hits)
        expect((await writer.search({ query, limit: 5 })).hits).toEqual(hits)
      }
      expect((await reader.verify()).faults).toEqual([])
      await writer.optimize()
    }
  }
  // So many calls it takes to seal and merge.
  expect(tries).toBeGreaterThan(30)
  await Promise.all([writer.close(), reader.close()])
}, 240_000)

it('a search whose call breaks is refused as a whole, and the next one is right', async () => {
  let count = Number.NEGATIVE_INFINITY
  let at = 0
  const database = breaking(await pgliteDatabase(pglite, SCHEMA), () => {
    count += 1
    return count === at ? 'after' : undefined
  })
  const whole = await createPostgresStore(await pgliteDatabase(pglite, SCHEMA), { schema: SCHEMA })
  const query = queries[0] ?? ''
  const { hits } = await whole.search({ query, limit: 5 })
  for (let isBroken = true; isBroken; ) {
    at += 1
    count = Number.NEGATIVE_INFINITY
    const store = await createPostgresStore(database, { schema: SCHEMA })
    count = 0
    const first = await store.search({ query, limit: 5 }).then(
      (answer) => answer.hits,
      (error: unknown) => Reflect.get(error as object, 'code'),
    )
    isBroken = first === 'STORE_UNAVAILABLE'
    if (!isBroken) expect(first).toEqual(hits)
    count = Number.NEGATIVE_INFINITY
    expect((await store.search({ query, limit: 5 })).hits).toEqual(hits)
    await store.close()
  }
  expect(at).toBeGreaterThan(4)
  await whole.close()
}, 120_000)
