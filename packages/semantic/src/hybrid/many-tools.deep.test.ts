import type { SearchDocument, SearchRequest } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { expect, it } from 'vitest'
import { tool } from '../fixtures/embedding-index.ts'
import { createHybridSearcher } from './hybrid-searcher.ts'

it('beyond 200,000 tools has what judges by meaning look at those that words found, or at all where they found few', async () => {
  const asked: SearchRequest[] = []
  const meaning = {
    name: 'meaning',
    apply: () => {},
    search: async (request: SearchRequest) => {
      asked.push(request)
      return { hits: [] }
    },
  }
  const hybrid = createHybridSearcher({
    searchers: [createLexicalSearcher(), { searcher: meaning, judges: true } as never],
  })
  const search = async (query: string): Promise<unknown> => {
    await hybrid.search({ query, limit: 10 })
    const { among } = asked.at(-1) as { readonly among?: { readonly numbers: readonly number[] } }
    return among?.numbers.length
  }
  const upserts: SearchDocument[] = []
  for (let i = 0; i < 200_000; i += 1) upserts.push(tool(`thing ${i}`, 'common'))
  hybrid.apply({ upserts, removals: [] })
  expect(await search('common')).toBeUndefined()
  hybrid.apply({ upserts: [tool('rare'), tool('seldom')], removals: [] })
  expect(await search('common')).toBeGreaterThan(100)
  expect(await search('rare')).toBeUndefined()
  expect(await search('rare common')).toBeGreaterThan(100)
})
