import { expect, it } from 'vitest'
import { createPostgresStore } from './create-postgres-store.ts'
import type { Database } from './database.ts'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { openPglite, pgliteDatabase } from './fixtures/pglite-database.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(60, 9)
const SCHEMA = 'races'
const TOOLS = 20
/** A test that has failed does not go on writing. */
const MOST_ROUNDS = 300
const query = records[3]?.tool.description ?? ''

it('who took too long to tend the index finds that another node did, and puts nothing in its place', async () => {
  const pglite = await openPglite()
  const real = await pgliteDatabase(pglite, SCHEMA)
  const fast = await createPostgresStore(real, { schema: SCHEMA })
  let isSlow = false
  /** Stands still where it would put a segment in its place, until it has lost the lease and another is done. */
  const slowDatabase: Database = {
    ...(await pgliteDatabase(pglite, SCHEMA)),
    transact: async (isolation, work) => {
      if (isSlow && isolation === 'read committed') {
        isSlow = false
        await real.ask({ text: `update upkeep set until = '-infinity'`, values: [] })
        await fast.optimize()
      }
      return real.transact(isolation, work)
    },
  }
  const slow = await createPostgresStore(slowDatabase, { schema: SCHEMA })
  await fast.append(records.slice(0, 30).map((record) => ({ type: 'put', record })))
  const before = await fast.search({ query, limit: 10 })
  // The first time both seal, the second time both merge.
  for (const from of [30, 45]) {
    isSlow = true
    await expect(slow.optimize()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(isSlow).toBe(false)
    expect((await fast.search({ query, limit: 10 })).hits).toEqual(before.hits)
    expect((await fast.verify()).faults).toEqual([])
    const some = records.slice(from, from + 15)
    await fast.append(some.map((record) => ({ type: 'put', record })))
    await fast.append(some.map(({ tool }) => ({ type: 'delete', id: tool.id })))
  }
  await slow.optimize()
  expect((await slow.search({ query, limit: 10 })).hits).toEqual(before.hits)
  expect((await slow.verify()).faults).toEqual([])
  await Promise.all([fast.close(), slow.close()])
  await pglite.close()
}, 60_000)

// PGlite has one connection: beside a writer that never rests nobody else gets a turn.
it.each(ENGINES.filter(([name]) => name === 'PostgreSQL'))(
  'a search under constant change is of one revision, on %s',
  async (_name, start) => {
    const engine: TestEngine = await start()
    const writer = await engine.open('churn')
    const reader = await engine.open('churn')
    const put = (round: number) =>
      records
        .slice(0, TOOLS)
        .map((record) => ({ type: 'put' as const, record: { ...record, notes: `marked ${wordOf(round)}` } }))
    await writer.append(put(0))
    let isOver = false
    const writing = (async () => {
      for (let round = 1; !isOver && round <= MOST_ROUNDS; round += 1) {
        await writer.append(put(round))
        if (round % 3 === 0) await writer.optimize()
      }
    })()
    for (let i = 0; i < 8; i += 1) {
      const { hits, revision, exact } = await reader.search({ query: 'marked', limit: 100 })
      expect({ hits: hits.length, exact }).toEqual({ hits: TOOLS, exact: true })
      const asked = await reader.search({ query: wordOf(revision - 1), limit: 100 })
      expect(asked.hits.length).toBe(asked.revision === revision ? TOOLS : 0)
    }
    isOver = true
    await writing
    expect((await reader.verify()).faults).toEqual([])
    await Promise.all([writer.close(), reader.close()])
    await engine.stop()
  },
  120_000,
)

/** A word of its own for each number; digits would be words by themselves. */
function wordOf(round: number): string {
  return `q${[...String(round)].map((digit) => 'abcdfghjkm'[Number(digit)]).join('')}x`
}
