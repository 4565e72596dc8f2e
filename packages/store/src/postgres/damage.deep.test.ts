import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINE, type TestEngine } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(40, 11)
const [first, second] = records.map(({ tool }) => tool.id) as [string, string]

/** What somebody did to the tables by hand, and what that is called. */
const DAMAGES: readonly (readonly [code: string, statement: string])[] = [
  ['HISTORY_GAP', 'delete from batch where revision = 2'],
  ['RECORD_UNREADABLE', `update tool set record = '{"tool":' where id = '${first}'`],
  [
    'RECORD_UNREADABLE',
    `update tool set record = (select record from tool where id = '${second}') where id = '${first}'`,
  ],
]

describe.each(ENGINE)('on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it.each(DAMAGES)('%s is found and mended', async (code, statement) => {
    const schema = `damage_${DAMAGES.findIndex((damage) => damage[1] === statement)}`
    const store = await engine.open(schema)
    await store.append(records.slice(0, 20).map((record) => ({ type: 'put', record })))
    await store.append(records.slice(20).map((record) => ({ type: 'put', record })))
    await store.append([{ type: 'delete', id: records[39]?.tool.id ?? '' }])
    const untouched = records[5]?.tool.id ?? ''
    const before = await store.get([untouched])
    await engine.ask(schema, statement)
    const codes = (await store.verify()).faults.map((fault) => fault.code)
    expect(codes).toContain(code)
    const { mended, faults, lost } = await store.repair()
    expect(mended.map((fault) => fault.code)).toContain(code)
    expect({ faults, lost }).toEqual({ faults: [], lost: code === 'RECORD_UNREADABLE' ? [first] : [] })
    expect((await store.verify()).faults).toEqual([])
    expect(await store.get([untouched])).toEqual(before)
    expect(await store.append([{ type: 'put', record: records[0] as (typeof records)[number] }])).toBe(4)
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })
})
