import { candidateRetrieverObligations } from '@toolscout/testkit'
import { sketchRecord } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadDriver } from './drivers.ts'
import { makePlace } from './fixtures/places.ts'
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts'

function newPlace(): { readonly path: string; readonly open: () => Promise<SqliteStore> } {
  const { path, dispose } = makePlace()
  onTestFinished(async () => dispose?.())
  return { path, open: () => openSqliteStore({ path }) }
}

const put = (name: string, description: string) =>
  ({ type: 'put', record: sketchRecord(name, { description }) }) as const

describe('the retriever of FTS5 keeps the contract', () => {
  it.each(candidateRetrieverObligations())('$name', ({ check }) =>
    check(async () => {
      const store = await newPlace().open()
      const dispose = async (): Promise<void> => {
        expect((await store.verify()).faults).toEqual([])
        await store.close()
      }
      return { retriever: store.candidates, append: store.append, dispose }
    }),
  )
})

it.each([
  ['create an issue', 'createIssue'],
  ['createissue', 'createIssue'],
  ['http server', 'HTTPServerInfo'],
  ['changing file', 'status'],
  ['naive forecast', 'weather'],
  ['天气', '查询天气'],
])('finds by %j first', async (query, name) => {
  const store = await newPlace().open()
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
  const ties = await store.candidates.retrieve({ query: 'something', limit: 40 })
  for (let limit = 1; limit <= 30; limit += 7) {
    expect(await store.candidates.retrieve({ query: 'something', limit })).toEqual(ties.slice(0, limit))
  }
  await store.close()
})

it('weighs a word of the name more than one of the description', async () => {
  const store = await newPlace().open()
  await store.append([put('alpha', 'beta'), put('beta', 'alpha')])
  expect(await store.candidates.retrieve({ query: 'alpha', limit: 2 })).toEqual(['alpha', 'beta'])
  await store.close()
})

it('is in step after a restart, also with what a repair wrote', async () => {
  const { path, open } = newPlace()
  const first = await open()
  await first.append([put('a', 'alpha'), put('b', 'beta')])
  expect(await first.candidates.retrieve({ query: 'alpha', limit: 5 })).toEqual(['a'])
  await first.close()

  const second = await open()
  await second.append([{ type: 'delete', id: 'a' }, put('c', 'alpha'), put('b', 'gamma')])
  expect(await second.candidates.retrieve({ query: 'alpha beta', limit: 5 })).toEqual(['c'])
  await second.close()

  const connection = (await loadDriver())(path)
  connection.exec('delete from full_text where rowid = 2')
  connection.close()
  const third = await open()
  expect((await third.verify()).faults).toMatchObject([{ code: 'FULL_TEXT_DIFFERS' }])
  expect(await third.repair()).toMatchObject({ faults: [], lost: [] })
  expect(await third.candidates.retrieve({ query: 'alpha gamma', limit: 5 })).toEqual(['b', 'c'])
  expect((await third.verify()).faults).toEqual([])
  await third.close()
})
