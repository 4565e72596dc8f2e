import { candidateRetrieverObligations } from '@toolscout/testkit'
import { sketchRecord } from '@toolscout/testkit/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ask } from './database.ts'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { openPglite, pgliteDatabase } from './fixtures/pglite-database.ts'
import { createPostgresStore, type PostgresStore, readSettings } from './postgres-store.ts'

const put = (name: string, description: string) =>
  ({ type: 'put', record: sketchRecord(name, { description }) }) as const

describe.each(ENGINES)('candidates on %s', (_name, start) => {
  let engine: TestEngine
  let schemas = 0
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())
  const open = (schema: string, history?: number): Promise<PostgresStore> => engine.open(schema, { history })
  const newSchema = (): string => `candidates_${schemas++}`

  it.each(candidateRetrieverObligations())('$name', ({ check }) =>
    check(async () => {
      const store = await open(newSchema())
      return { retriever: store.candidates, append: store.append, dispose: store.close }
    }),
  )

  it.each([
    ['create an issue', 'createIssue'],
    ['createissue', 'createIssue'],
    ['http server', 'HTTPServerInfo'],
    ['changing file', 'status'],
    ['naive forecast', 'weather'],
    ['天气', '查询天气'],
  ])('finds by %j first', async (query, name) => {
    const store = await open(newSchema())
    await store.append([
      put('status', 'Shows changed files'),
      put('createIssue', 'Opens a ticket about a bug'),
      put('HTTPServerInfo', 'Tells what listens, near a column of name'),
      put('查询天气', '查询城市的天气预报'),
      put('weather', 'Naïve forecasts, not climate'),
      ...Array.from({ length: 30 }, (_, i) => put(`filler_${i}`, 'Something else')),
    ])
    const [id = ''] = await store.candidates.retrieve({ query, limit: 3 })
    expect((await store.get([id]))[0]?.tool.name).toBe(sketchRecord(name).tool.name)
    await store.close()
  })

  it('weighs a word of the name more than one of the description', async () => {
    const store = await open(newSchema())
    await store.append([put('alpha', 'beta'), put('beta', 'alpha')])
    expect(await store.candidates.retrieve({ query: 'alpha', limit: 2 })).toEqual(['alpha', 'beta'])
    await store.close()
  })

  it('are in step on a node that begins later, also when changes between were forgotten', async () => {
    const schema = newSchema()
    const first = await open(schema, 2)
    await first.append([put('a', 'alpha'), put('b', 'beta')])
    expect(await first.candidates.retrieve({ query: 'alpha', limit: 5 })).toEqual(['a'])
    const second = await open(schema, 2)
    await second.append([{ type: 'delete', id: 'a' }, put('c', 'alpha')])
    expect(await second.candidates.retrieve({ query: 'alpha', limit: 5 })).toEqual(['c'])
    expect(await first.candidates.retrieve({ query: 'alpha', limit: 5 })).toEqual(['c'])
    for (const name of ['d', 'e', 'f']) await second.append([put(name, 'alpha'), { type: 'delete', id: 'c' }])
    expect(await first.candidates.retrieve({ query: 'alpha', limit: 5 })).toEqual(['d', 'e', 'f'])
    await first.close()
    await second.close()
  })

  it('writes again what an earlier version wrote of the tools', async () => {
    const schema = newSchema()
    const store = await open(schema)
    await store.append([put('alpha', 'beta')])
    for (const text of [
      `create table candidate (id text collate "C" primary key, words tsvector not null)`,
      `insert into candidate values ('alpha', 'gamma'), ('gone', 'beta')`,
      `create table candidate_state (one boolean primary key default true, revision bigint not null default -1,
        changed bigint not null default 0)`,
      'insert into candidate_state values (true, 1, 0)',
    ])
      await engine.ask(schema, text)
    expect(await store.candidates.retrieve({ query: 'beta gamma', limit: 5 })).toEqual(['alpha'])
    await store.close()
  })

  it('finds a word that came after words were counted, in a name and elsewhere', async () => {
    const store = await open(newSchema())
    await store.append(Array.from({ length: 30 }, (_, i) => put(`filler_${i}`, 'Something else')))
    expect(await store.candidates.retrieve({ query: 'zebra', limit: 5 })).toEqual([])
    await store.append([put('zebra_finder', 'Something'), put('keeper', "Feeds a zebra, at four o'clock")])
    for (const query of ['zebra', 'unheard zebra of', "zebra o'clock"])
      expect((await store.candidates.retrieve({ query, limit: 5 })).toSorted()).toEqual([
        'keeper',
        'zebra_finder',
      ])
    await store.close()
  })

  it('keeps the words of a long tool unpacked, also in a table of an earlier version', async () => {
    const schema = newSchema()
    const store = await open(schema)
    await store.append([put('old', 'Something')])
    expect(await store.candidates.retrieve({ query: 'something', limit: 5 })).toEqual(['old'])
    await engine.ask(schema, 'alter table candidate reset (toast_tuple_target)')
    await store.close()
    const again = await open(schema)
    const words = Array.from({ length: 150 }, (_, i) => `word${i} of something`)
    await again.append([put('long', words.join(' '))])
    expect(await again.candidates.retrieve({ query: 'word7', limit: 5 })).toEqual(['long'])
    expect(
      await engine.ask(
        schema,
        `select id, pg_column_size(words) > 2000 as large, pg_column_compression(words) as packed from candidate order by id`,
      ),
    ).toEqual([
      { id: 'long', large: true, packed: null },
      { id: 'old', large: false, packed: null },
    ])
    await again.close()
  })

  it('prefers names that are covered whole, and neighbours of the request', async () => {
    const store = await open(newSchema())
    await store.append([
      put('list_open_files_of_disks', 'Something'),
      put('list_files', 'Something'),
      put('disk', 'Gives a health report'),
      put('disks', 'Gives a report of health'),
    ])
    expect((await store.candidates.retrieve({ query: 'list files', limit: 1 }))[0]).toBe('list_files')
    expect(await store.candidates.retrieve({ query: 'report health', limit: 2 })).toEqual(['disk', 'disks'])
    expect((await store.candidates.retrieve({ query: 'health', limit: 2 })).length).toBe(2)
    await store.close()
  })
})

it('ranks by words that some tool has, and by names of those that some tool is named by', async () => {
  const database = await pgliteDatabase(await openPglite(), 'asked')
  const asked: unknown[] = []
  const ask: Ask = (statement, values) => {
    if (statement.name === 'candidates') asked.push(values?.[1])
    return database.ask(statement, values)
  }
  const store = await createPostgresStore({ ...database, ask }, readSettings({ schema: 'asked' }))
  const fillers = Array.from({ length: 30 }, (_, i) => put(`filler_${i}`, 'Something else'))
  await store.append(fillers)
  await store.candidates.retrieve({ query: 'unheard', limit: 5 })
  expect(asked).toEqual([])
  await store.append([put('zebra_finder', 'Looks around')])
  await store.candidates.retrieve({ query: 'unheard zebra around', limit: 5 })
  expect(asked).toEqual([["'zebra' | 'around'", "'=zebra'"]])
})
