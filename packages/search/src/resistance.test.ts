import type { SearchDocument, Searcher } from '@toolscout/model'
import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createTunedLexicalSearcher, type TunedLexicalOptions } from './lexical-searcher.ts'

const searcherOf = (documents: readonly SearchDocument[], options: TunedLexicalOptions = {}): Searcher => {
  const searcher = createTunedLexicalSearcher(options)
  searcher.apply({ upserts: documents, removals: [] })
  return searcher
}
const ids = async (searcher: Searcher, query: string, limit = 10): Promise<readonly string[]> =>
  (await searcher.search({ query, limit })).hits.map((hit) => hit.id)

const VOCABULARY =
  'mail calendar file folder issue branch commit invoice payment customer order ticket music video photo map ' +
  'route hotel flight train stock price news search translate dictionary recipe health sport game movie book'
const honest = [
  sketchDocument({
    namespace: 'sky',
    name: 'report',
    description: 'Weather forecast for a city by the hour',
  }),
  sketchDocument({ namespace: 'post', name: 'send_mail', description: 'Sends a letter by mail' }),
  sketchDocument({ namespace: 'code', name: 'create_issue', description: 'Opens an issue of a repository' }),
  sketchDocument({
    namespace: 'shop',
    name: 'list_orders',
    description: 'Orders of a customer, newest first',
  }),
]
const evil = (texts: Parameters<typeof sketchDocument>[0]): SearchDocument =>
  sketchDocument({ namespace: 'evil', ...texts })

describe('a stuffed tool', () => {
  it.each([
    ['title', { name: 'x', title: `${VOCABULARY} weather forecast` }],
    ['tags', { name: 'x', tags: `${VOCABULARY} weather forecast`.replaceAll(' ', '\n') }],
    ['name', { name: `${VOCABULARY} weather forecast`.replaceAll(' ', '_') }],
    ['description', { name: 'x', description: `${VOCABULARY} weather forecast `.repeat(12) }],
    ['description of one word often', { name: 'x', description: 'weather forecast '.repeat(5_000) }],
    ['parameters', { name: 'x', parameters: `${VOCABULARY} weather forecast `.repeat(100) }],
    ['values', { name: 'x', values: `${VOCABULARY} weather forecast `.repeat(100) }],
  ])('by its %s is behind the one that is asked for', async (_, texts) => {
    expect((await ids(searcherOf([evil(texts), ...honest]), 'weather forecast'))[0]).toBe('sky:report')
  })

  it('gains nothing by a fourth mention of a word', async () => {
    const thrice = evil({ name: 'a', description: 'radar radar radar one two three' })
    const often = evil({ name: 'b', description: 'radar '.repeat(6) })
    const { hits } = await searcherOf([thrice, often, ...honest]).search({ query: 'radar', limit: 2 })
    expect(hits.map(({ id }) => id)).toEqual(['evil:a', 'evil:b'])
    expect(hits[0]?.score).toBe(hits[1]?.score)
  })

  it('is found by what stands after the bound of a field, behind any other', async () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `filler_${i}_words`).join(' and ')
    const padded = evil({ name: 'x', description: `The filler is ${words} zebra` })
    const zoo = sketchDocument({ namespace: 'zoo', name: 'y', description: 'Feeds the animals, a zebra too' })
    const searcher = searcherOf([padded, zoo, ...honest])
    const { hits, unmatchedTerms } = await searcher.search({ query: 'zebra', limit: 10 })
    expect(hits.map(({ id }) => id)).toEqual(['zoo:y', 'evil:x'])
    expect(unmatchedTerms).toEqual([])
  })

  it.each(['read_text_file', 'read text file', 'please use the read text file tool'])(
    'of a name like that of another does not come before it when %j asks for that',
    async (query) => {
      const original = sketchDocument({
        namespace: 'files',
        name: 'read_text_file',
        description: 'Reads a file and gives its text',
      })
      const words = 'read text file files please use tool reading document content open get '
      const rivals = ['read_text_files', 'read_file', 'text_file_read_tool'].map((name) =>
        evil({
          name,
          title: words,
          description: words.repeat(9),
          parameters: words,
          tags: 'read\ntext\nfile',
        }),
      )
      expect((await ids(searcherOf([...rivals, original, ...honest]), query))[0]).toBe('files:read_text_file')
    },
  )
})

describe('a flood', () => {
  const text = 'Weather forecast, weather forecast for a city, a village or a region by the hour, day or week'
  const flood = Array.from({ length: 100 }, (_, i) =>
    sketchDocument({ namespace: `flood${i}x`, name: 'weather_forecast', description: text }),
  )
  const others = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) =>
    sketchDocument({ namespace: name, name: `${name}_weather`, description: `Weather forecast of ${name}` }),
  )
  const places = (found: readonly string[]): number => found.filter((id) => id.startsWith('flood')).length

  it('of copies on many servers has three places', async () => {
    const all = [...flood, ...others]
    expect(places(await ids(searcherOf(all), 'weather'))).toBe(3)
    expect(places(await ids(searcherOf(all, { signals: { nearDuplicates: 1 } }), 'weather'))).toBe(10)
  })

  it('is demoted whatever the order in which tools come', async () => {
    const all = [...flood, ...others]
    const found = await ids(searcherOf(all), 'weather')
    expect(await ids(searcherOf([...all].reverse()), 'weather')).toEqual(found)
  })

  it('of copies is shown to a request that names the tool or the server', async () => {
    const searcher = searcherOf([...flood, ...others])
    expect(places(await ids(searcher, 'weather_forecast'))).toBe(10)
    expect(await ids(searcher, 'weather of flood7x', 4)).toContain('flood7x:weather_forecast')
  })

  it('says of a demoted hit why', async () => {
    const { hits } = await searcherOf(flood).search({ query: 'weather', limit: 5, explain: true })
    expect(hits.map(({ explanation }) => explanation?.label === 'score × nearDuplicates')).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
    for (const { score, explanation } of hits) expect(explanation?.value).toBe(score)
  })
})

describe('a tool that pretends', () => {
  it('to be near a popular name does not come before it', async () => {
    const near = ['create_isue', 'creat_issue', 'create_issues', 'createissue'].map((name) =>
      evil({ name, description: 'create issue '.repeat(50) }),
    )
    expect((await ids(searcherOf([...near, ...honest]), 'create_issue'))[0]).toBe('code:create_issue')
  })

  it('to find what every call needs is not boosted by the calls of other servers', async () => {
    const call = {
      ...sketchDocument({ namespace: 'tv', name: 'show_cast', description: 'Cast of an episode' }),
      required: ['episode_id'],
    }
    const finder = evil({ name: 'search_episode_movie_order_customer_issue' })
    expect(await ids(searcherOf([call, finder]), 'cast')).toEqual(['tv:show_cast'])
  })

  it('to be another tool, by its words and more of them, leaves that one its score', async () => {
    const copy = evil({
      name: 'create_issue',
      description: 'Opens an issue of a repository repository issue',
    })
    const scoreOf = async (documents: readonly SearchDocument[], nearDuplicates: number): Promise<number> => {
      const { hits } = await searcherOf(documents, { signals: { nearDuplicates } }).search({
        query: 'open an issue',
        limit: 5,
      })
      return hits.find(({ id }) => id === 'code:create_issue')?.score ?? 0
    }
    expect(await scoreOf([copy, ...honest], 0.5)).toBe(await scoreOf([copy, ...honest], 1))
  })
})

describe('an honest tool', () => {
  // What real servers write: most tools in ten words, one in three hundred.
  const ordinary =
    'actors are programs that run in the cloud and take an input and store their output in a dataset so that you can ' +
    'download it later in several formats the platform has thousands of them for many sites and purposes'
  const long = `${`${ordinary} `.repeat(9)}`.split(' ').slice(0, 298).join(' ')
  const short = [
    ['extract_data', 'Extracts flight data from a page'],
    ['create_task', 'Creates a task with a name'],
    ['delete_task', 'Deletes a task for good'],
    ['get_run', 'Gets a run and its state'],
    ['abort_run', 'Aborts a run that takes long'],
    ['list_runs', 'Lists the runs of an account'],
    ['get_log', 'Gets the log of a run'],
    ['set_schedule', 'Sets when a task is started'],
    ['upload_file', 'Uploads a file to a store'],
    ['get_user', 'Gets the user of this account'],
  ] as const
  const tools = [
    sketchDocument({ namespace: 'cloud', name: 'search_actors', description: long }),
    ...short.map(([name, description]) => sketchDocument({ namespace: 'cloud', name, description })),
  ]

  it('of three hundred words among short ones comes first where it fits best', async () => {
    expect((await ids(searcherOf(tools), 'search actors for flight data'))[0]).toBe('cloud:search_actors')
  })

  it.each(['search_actors', 'cloud search_actors', 'please use the search_actors tool', 'search actors'])(
    'of any length comes first when %j asks for it by name',
    async (query) => {
      expect((await ids(searcherOf([...tools, ...honest]), query))[0]).toBe('cloud:search_actors')
    },
  )

  it('keeps its score when its server has better hits', async () => {
    const crowd = Array.from({ length: 9 }, (_, i) =>
      sketchDocument({ namespace: 'sea', name: `tide_${i}`, description: `Tide table of harbour ${i}` }),
    )
    const all = [...crowd, ...honest]
    const { hits } = await searcherOf(all).search({ query: 'tide', limit: 9 })
    expect(hits.map(({ id }) => id)).toEqual(crowd.map(({ id }) => id))
    expect(new Set(hits.map(({ score }) => score)).size).toBe(1)
  })
})
