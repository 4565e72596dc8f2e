import type { Searcher } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createCatalogSearch } from './search-function.ts'

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } }
const tools = [
  { id: 'GET /weather', namespace: 'sky', name: 'getWeather', description: 'Weather of a city', inputSchema },
  {
    id: 'GET /weather again',
    namespace: 'sky',
    name: 'getWeather',
    description: 'Rain in a town',
    inputSchema,
  },
  { id: 'send', name: 'send_mail', description: 'Sends mail', inputSchema },
  { id: 'odd', name: 'odd', inputSchema: { type: 'array' } },
]

describe('a catalog', () => {
  it('is searched by the facade, answering in its own ids', async () => {
    const { search } = createCatalogSearch(tools)
    const answer = await search('sending mail', { limit: 5 })
    expect(answer.hits.map(({ id }) => id)).toEqual(['send'])
    expect(answer).toMatchObject({ unmatchedTerms: [], degraded: [] })
  })

  it('may hold a name twice, and tells the two apart', async () => {
    const { search } = createCatalogSearch(tools)
    const ids = async (query: string): Promise<readonly string[]> =>
      (await search(query, { limit: 1 })).hits.map(({ id }) => id)
    expect(await ids('weather city')).toEqual(['GET /weather'])
    expect(await ids('rain town')).toEqual(['GET /weather again'])
  })

  it('tells which tools cannot be registered', () => {
    const { failures } = createCatalogSearch(tools)
    expect(failures).toEqual([expect.stringMatching(/^"odd": The inputSchema of "odd" describes "array"/)])
  })

  it('is shown as summaries', async () => {
    const { render } = createCatalogSearch(tools)
    const text = await render(['send', 'GET /weather', 'odd'])
    expect(text).toContain('send_mail')
    expect(text).toContain('Weather of a city')
    expect(text.split('\n')).toHaveLength(2)
  })

  it('can be ranked by any searcher', async () => {
    const known: string[] = []
    const searcher: Searcher = {
      name: 'last come, first served',
      apply: ({ upserts }) => void known.unshift(...upserts.map(({ id }) => id)),
      search: async ({ limit }) => ({ hits: known.slice(0, limit).map((id) => ({ id, score: 1 })) }),
    }
    const { search } = createCatalogSearch(tools, { searcher })
    expect((await search('anything', { limit: 1 })).hits.map(({ id }) => id)).toEqual(['GET /weather'])
  })
})
