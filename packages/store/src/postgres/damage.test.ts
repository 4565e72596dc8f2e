import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(40, 11)
const [first, second] = records.map(({ tool }) => tool.id) as [string, string]

/** What somebody did to the tables by hand, and what that is called. */
const DAMAGES: readonly (readonly [code: string, statement: string])[] = [
  [
    'SEARCH_ROW_MISSING',
    `delete from tool_search where number = (select number from tool where id = '${first}')`,
  ],
  ['SEARCH_ROW_STRAY', `insert into tool_search values (999999, 1, '{1}', '{1}', '{}')`],
  [
    'SEARCH_ROW_DIFFERS',
    `update tool_search set facets = '{1,2}' where number = (select min(number) from tool)`,
  ],
  ['SUMMARY_DIFFERS', `update tool set summary = '{"id":"other"}' where id = '${first}'`],
  [
    'WORD_COUNT_DIFFERS',
    'update term set documents = documents + 1 where hash = (select min(hash) from term)',
  ],
  ['TOTALS_DIFFER', 'update catalog set documents = documents + 1'],
  ['HISTORY_GAP', 'delete from batch where revision = 2'],
  ['RECORD_UNREADABLE', `update tool set record = '{"tool":' where id = '${first}'`],
  [
    'RECORD_UNREADABLE',
    `update tool set record = (select record from tool where id = '${second}') where id = '${first}'`,
  ],
]

describe.each(ENGINES)('on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it.each(DAMAGES)('%s is found and mended', async (code, statement) => {
    const schema = `damage_${DAMAGES.findIndex((damage) => damage[1] === statement)}`
    const store = await engine.open(schema)
    for (let i = 0; i < 40; i += 20) {
      await store.append(records.slice(i, i + 20).map((record) => ({ type: 'put', record })))
    }
    await store.append([{ type: 'delete', id: records[39]?.tool.id ?? '' }])
    const query = records[5]?.tool.description ?? ''
    const before = await store.search({ query, limit: 5 })
    await engine.ask(schema, statement)
    const codes = (await store.verify()).faults.map((fault) => fault.code)
    expect(codes).toContain(code)
    const { mended, faults, lost } = await store.repair()
    expect(mended.map((fault) => fault.code)).toContain(code)
    expect({ faults, lost }).toEqual({ faults: [], lost: code === 'RECORD_UNREADABLE' ? [first] : [] })
    expect((await store.verify()).faults).toEqual([])
    if (lost.length === 0) expect((await store.search({ query, limit: 5 })).hits).toEqual(before.hits)
    expect(await store.append([{ type: 'put', record: records[0] as (typeof records)[number] }])).toBe(4)
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })
})
