import type { SearchRequest } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import { boundQuery, MAX_QUERY_LENGTH, MAX_QUERY_WORDS } from './index-search.ts'

it('leaves usual queries as they are', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 10 }), { maxLength: 50 })
  fc.assert(
    fc.property(words, (given) => {
      const query = given.join(' ')
      expect(boundQuery(query)).toEqual({ queries: query.trim() === '' ? [] : [query], degraded: [] })
    }),
  )
})

it('cuts at a code point, and says so', () => {
  const {
    queries: [query = ''],
    degraded,
  } = boundQuery('👍'.repeat(MAX_QUERY_LENGTH + 1))
  expect([...query]).toHaveLength(MAX_QUERY_LENGTH)
  expect(degraded).toEqual([{ part: 'query', reason: expect.stringContaining('4096 characters') }])
})

it('cuts behind so many different words, however often each stands there', () => {
  const words = Array.from({ length: MAX_QUERY_WORDS }, (_, i) => `w${i}`).join(' ')
  expect(boundQuery(`${words} w0 w1`).degraded).toEqual([])
  const {
    queries: [query],
    degraded,
  } = boundQuery(`${words} w0 more w2`)
  expect(query).toBe(`${words} w0 `)
  expect(degraded).toEqual([{ part: 'query', reason: expect.stringContaining('256 different words') }])
})

it('holds for searches, pages and listings', async () => {
  const requests: SearchRequest[] = []
  const index = createToolIndex({
    searcher: {
      name: 'own',
      apply: () => {},
      search: async (request) => {
        requests.push(request)
        return { hits: [], unmatchedTerms: request.query.split(/\s+/) }
      },
    },
  })
  const long = Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' ')
  const answers = [
    await index.search(long),
    await index.searchPage(long),
    await index.search(' '.repeat(9_999)),
  ]
  for (const { degraded } of answers) expect(degraded).toMatchObject([{ part: 'query' }])
  for (const { query } of requests) expect([...query].length).toBeLessThanOrEqual(MAX_QUERY_LENGTH)
  expect(answers[0]?.unmatchedTerms).toHaveLength(20)
})

it.each([[undefined], [null], [3], [['git', null]], [[['git']]]])('%j is no query', async (query) => {
  const index = createToolIndex()
  await expect(index.search(query as never)).rejects.toThrow(TypeError)
  await expect(index.searchPage(query as never)).rejects.toThrow(TypeError)
})
