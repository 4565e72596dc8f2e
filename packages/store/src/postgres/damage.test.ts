import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(40, 11)
const [first, second] = records.map(({ tool }) => tool.id) as [string, string]

const numberOf = (id: string): string => `(select number from tool where id = '${id}')`
const flip = (table: string, column: string, at: number): string =>
  `update ${table} set ${column} = set_byte(${column}, ${at}, 255 - get_byte(${column}, ${at}))`

/** What somebody did to the tables by hand, and what that is called. */
const DAMAGES: readonly (readonly [code: string, statement: string])[] = [
  ['SEARCH_ENTRY_MISSING', `insert into tombstone values (${numberOf(first)}, 1)`],
  ['SEARCH_ENTRY_MISSING', `update tool set number = 999999 where id = '${first}'`],
  ['SEARCH_ENTRY_MISSING', 'delete from segment'],
  ['SEARCH_ENTRY_MISSING', 'delete from delta'],
  ['SEARCH_ENTRY_STRAY', `delete from tombstone`],
  [
    'SEARCH_ENTRY_DIFFERS',
    `update tool set record = replace(record, '"description":"', '"description":"zebra ')`,
  ],
  ['SEGMENT_DAMAGED', flip('page', 'bytes', 40)],
  ['SEGMENT_DAMAGED', 'delete from page where page = 1'],
  [
    'SEGMENT_DAMAGED',
    'update page set bytes = (select bytes from page q where q.page = 1 - page.page) where page < 2',
  ],
  ['INDEX_UNREADABLE', flip('segment', 'document_table', 9)],
  ['INDEX_UNREADABLE', flip('segment', 'directory', 9)],
  ['INDEX_UNREADABLE', flip('delta', 'bytes', 60)],
  ['SUMMARY_DIFFERS', `update tool set summary = '{"id":"other"}' where id = '${first}'`],
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
    // Half of it in a segment, the other half not sealed yet.
    await store.append(records.slice(0, 20).map((record) => ({ type: 'put', record })))
    await store.optimize()
    await store.append(records.slice(20).map((record) => ({ type: 'put', record })))
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
    if (lost.length === 0 && code !== 'SEARCH_ENTRY_DIFFERS') {
      expect((await store.search({ query, limit: 5 })).hits).toEqual(before.hits)
    }
    expect(await store.append([{ type: 'put', record: records[0] as (typeof records)[number] }])).toBe(4)
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })
})
