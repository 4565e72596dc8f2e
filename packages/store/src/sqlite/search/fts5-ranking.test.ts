import type { CatalogRecord, CatalogStore, SearchRequest } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRIVER, makeFolder, makePlace } from '../fixtures/places.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../open-sqlite-store.ts'

const RECORDS: readonly CatalogRecord[] = [
  sketchRecord('status', { namespace: 'git', description: 'Shows changed files' }),
  sketchRecord('createIssue', { namespace: 'tracker', description: 'Opens a ticket about a bug' }),
  sketchRecord('HTTPServerInfo', { description: 'Tells what listens, near a column of name' }),
  sketchRecord('查询天气', { description: '查询城市的天气预报' }),
  sketchRecord('weather', { description: 'Naïve forecasts, not climate' }),
  ...Array.from({ length: 30 }, (_, i) => sketchRecord(`filler_${i}`, { description: 'Something else' })),
]

async function open(options: Partial<SqliteStoreOptions> = {}): Promise<CatalogStore> {
  const place = makePlace()
  const store = await openSqliteStore({ path: place.path, driver: DRIVER, ranking: 'fts5', ...options })
  await store.append(RECORDS.map((record) => ({ type: 'put', record })))
  return store
}

async function idsOf(store: CatalogStore, request: Partial<SearchRequest>): Promise<readonly string[]> {
  const answer = await store.search?.({ query: '', limit: 10, ...request })
  return answer?.hits.map(({ id }) => id) ?? []
}

describe('the search of FTS5', () => {
  const folder = makeFolder()
  let store: CatalogStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(async () => {
    expect((await store.verify()).faults).toEqual([])
    await store.close()
    await folder.dispose()
  })

  it.each([
    ['create an issue', 'tracker:createIssue'],
    ['createissue', 'tracker:createIssue'],
    ['http server', 'HTTPServerInfo'],
    ['changing file', 'git:status'],
    ['naive forecast', 'weather'],
    ['天气', RECORDS[3]?.tool.id],
  ])('finds by %j first', async (query, id) => {
    expect((await idsOf(store, { query }))[0]).toBe(id)
  })

  it('says which words no tool holds', async () => {
    const answer = await store.search?.({ query: 'the ticket of unicorns', limit: 3 })
    expect(answer?.unmatchedTerms).toEqual(['unicorns'])
  })

  it('orders by weight of field, as it is told', async () => {
    const records = [
      sketchRecord('alpha', { description: 'beta' }),
      sketchRecord('beta', { description: 'alpha' }),
    ]
    for (const [fts5Weights, first] of [
      [{ name: 10, description: 1 }, 'alpha'],
      [{ name: 1, description: 10 }, 'beta'],
    ] as const) {
      const other = await open({ fts5Weights })
      await other.append(records.map((record) => ({ type: 'put', record })))
      expect((await idsOf(other, { query: 'alpha' }))[0]).toBe(first)
      await other.close()
    }
  })

  it('gives ties by id, wherever the limit cuts', async () => {
    const all = await idsOf(store, { query: 'something', limit: 100 })
    expect(all).toEqual([...all].sort())
    expect(all).toHaveLength(30)
    for (let limit = 1; limit <= 30; limit += 1) {
      expect(await idsOf(store, { query: 'something', limit })).toEqual(all.slice(0, limit))
    }
  })

  it('T17: takes no word of a query for an operator, nor for SQL', async () => {
    const piece = fc.oneof(
      fc.constantFrom('status', 'ticket', 'forecast', 'weather', 'files', 'something'),
      fc.constantFrom(
        'NEAR',
        'AND',
        'OR',
        'NOT',
        'NEAR(',
        ')',
        '*',
        '^',
        '-',
        '+',
        '"',
        "'",
        '""',
        'name:',
        '{name}:',
      ),
      fc.constantFrom(
        ';',
        '--',
        '/*',
        '\u0000',
        'drop table tools',
        "' or 1=1",
        '%',
        '_',
        '\\',
        'rank',
        'rowid',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    const holds = (word: string, { tool }: CatalogRecord): boolean =>
      `${tool.name} ${tool.description}`.toLowerCase().includes(word)
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.constantFrom('', ' '), async (pieces, joint) => {
        const query = pieces.join(joint)
        const found = await idsOf(store, { query, limit: 100 })
        // Whatever stands around it, a word of its own finds what holds it.
        const words = query.split(/[^a-z]+/).filter((word) => PLAIN.has(word))
        const isAlone = (word: string): boolean =>
          new RegExp(`(?:^|[ "'*();-])${word}(?:$|[ "'*();-])`).test(query)
        for (const word of words.filter(isAlone)) {
          const expected = RECORDS.filter((record) => holds(word, record)).map(({ tool }) => tool.id)
          expect(found, query).toEqual(expect.arrayContaining(expected))
        }
      }),
      { numRuns: 1_500 },
    )
    expect(await store.revision()).toBe(1)
  })
})

const PLAIN = new Set(['status', 'ticket', 'forecast', 'weather', 'files', 'something'])
