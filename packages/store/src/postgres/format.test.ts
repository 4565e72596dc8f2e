import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'

const records = syntheticRecords(60, 5)
const query = records[5]?.tool.description ?? ''

describe.each(ENGINES)('on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  async function fill(schema: string) {
    const store = await engine.open(schema)
    await store.append(records.slice(0, 40).map((record) => ({ type: 'put', record })))
    await store.optimize()
    await store.append(records.slice(40).map((record) => ({ type: 'put', record })))
    return store
  }

  it('an index of an older format is made anew when the catalog is opened', async () => {
    const store = await fill('older')
    const { hits } = await store.search({ query, limit: 5 })
    await store.close()
    await engine.ask('older', `update catalog set format = 3`)
    await engine.ask('older', `update page set bytes = 'written in another way'`)
    const opened = await engine.open('older')
    expect(await opened.revision()).toBe(2)
    expect((await opened.search({ query, limit: 5 })).hits).toEqual(hits)
    expect((await opened.verify()).faults).toEqual([])
    expect(await engine.ask('older', 'select format from catalog')).toEqual([{ format: 4 }])
    await opened.close()
  })

  it('nothing changes when that breaks', async () => {
    await (await fill('broken')).close()
    await engine.ask('broken', `update catalog set format = 3`)
    await engine.ask('broken', 'alter table tombstone rename to elsewhere')
    const before = await engine.ask('broken', 'select * from page order by segment, page')
    await expect(engine.open('broken')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await engine.ask('broken', 'select format from catalog')).toEqual([{ format: 3 }])
    expect(await engine.ask('broken', 'select * from page order by segment, page')).toEqual(before)
  })

  it.each([2, 5])('format %d is refused', async (format) => {
    const schema = `format_${format}`
    await (await fill(schema)).close()
    await engine.ask(schema, `update catalog set format = ${format}`)
    await expect(engine.open(schema)).rejects.toMatchObject({
      code: 'STORE_FORMAT_UNKNOWN',
      details: { format, known: 4 },
    })
  })

  it('an index is not made anew of records that cannot be read', async () => {
    const id = records[3]?.tool.id ?? ''
    const store = await fill('unreadable')
    await store.close()
    await engine.ask('unreadable', 'update catalog set format = 3')
    await engine.ask('unreadable', `update tool set record = '{' where id = '${id}'`)
    await expect(engine.open('unreadable')).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining(id),
    })
    expect(await engine.ask('unreadable', 'select format, documents from catalog')).toMatchObject([
      { format: 3 },
    ])
    expect(await engine.ask('unreadable', `select id from tool where id = '${id}'`)).toEqual([{ id }])
  })

  it('a function of the user that throws takes no tool away', async () => {
    let isBroken = false
    const groupsOf = (): readonly string[] => {
      if (isBroken) throw new RangeError('no groups today')
      return ['all']
    }
    const store = await engine.open('groups', { groupsOf })
    await store.append(records.slice(0, 5).map((record) => ({ type: 'put', record })))
    isBroken = true
    await expect(store.verify()).rejects.toThrow('no groups today')
    await expect(store.repair()).rejects.toThrow('no groups today')
    isBroken = false
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })

  it('a node that runs while a newer one changes the format neither searches nor writes', async () => {
    const store = await fill('meanwhile')
    await store.search({ query, limit: 5 })
    await engine.ask('meanwhile', 'update catalog set format = 5, revision = revision + 1')
    const before = await engine.ask('meanwhile', 'select id, state from segment order by id')
    const [record] = records
    const refused = { code: 'STORE_FORMAT_UNKNOWN', details: { format: 5, known: 4 } }
    await expect(store.search({ query, limit: 5 })).rejects.toMatchObject(refused)
    await expect(store.append(record === undefined ? [] : [{ type: 'put', record }])).rejects.toMatchObject(
      refused,
    )
    await expect(store.verify()).rejects.toMatchObject(refused)
    await expect(store.repair()).rejects.toMatchObject(refused)
    await expect(store.optimize()).rejects.toMatchObject(refused)
    expect(
      await engine.ask('meanwhile', `select id, state from segment where state <> 'b' order by id`),
    ).toEqual(before)
    await store.close()
  })
})
