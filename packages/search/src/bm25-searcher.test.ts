import { SEARCH_FIELDS, type SearchDocument, type Searcher } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createTunedBm25Searcher, type TunedBm25Options } from './bm25-searcher.ts'
import { DEFAULT_BM25F, resolveBm25f } from './kernel/bm25f.ts'

const searcherOf = (documents: readonly SearchDocument[], options: TunedBm25Options = {}): Searcher => {
  const searcher = createTunedBm25Searcher(options)
  searcher.apply({ upserts: documents, removals: [] })
  return searcher
}
const ids = async (searcher: Searcher, query: string, limit = 10): Promise<readonly string[]> =>
  (await searcher.search({ query, limit })).hits.map((hit) => hit.id)

const catalog = [
  sketchDocument({
    namespace: 'git',
    name: 'git_status',
    description: 'Show the working tree status',
    tags: 'vcs',
  }),
  sketchDocument({
    namespace: 'git',
    name: 'git_commit',
    description: 'Record changes to the repository',
    tags: 'vcs',
  }),
  sketchDocument({
    namespace: 'docker',
    name: 'docker_ps',
    description: 'List containers',
    tags: 'containers\ndevops',
  }),
  sketchDocument({
    namespace: 'kubectl',
    name: 'get_pods',
    description: 'List pods of a cluster',
    tags: 'devops',
  }),
  sketchDocument({ namespace: 'ci', name: 'deploy', description: 'Release a build to production' }),
  sketchDocument({ namespace: 'chat', name: 'post', description: 'Announce a deploy in a channel' }),
]

describe('SRCH-001 parameters', () => {
  it('have defaults; given values are kept', () => {
    expect(resolveBm25f()).toEqual(DEFAULT_BM25F)
    const given = resolveBm25f({ weights: { name: 5 }, k1: 0.9 })
    expect([given.weights.name, given.weights.title, given.k1, given.b]).toEqual([
      5,
      DEFAULT_BM25F.weights.title,
      0.9,
      DEFAULT_BM25F.b,
    ])
  })
})

describe('producing', () => {
  const searcher = searcherOf(catalog)

  it('SRCH-010, SRCH-011: the document with the words comes first, the one with all of them before the others', async () => {
    expect((await ids(searcher, 'commit'))[0]).toBe('git:git_commit')
    expect((await ids(searcher, 'list pods'))[0]).toBe('kubectl:get_pods')
  })

  it('SRCH-012, SRCH-041: no match and no documents give nothing', async () => {
    expect(await ids(searcher, 'terraform')).toEqual([])
    expect(await ids(createTunedBm25Searcher(), 'git')).toEqual([])
  })

  it('SRCH-013: no more hits come back than asked for', async () => {
    for (const limit of [0, 1, 2]) expect(await ids(searcher, 'git deploy list', limit)).toHaveLength(limit)
  })

  it('SRCH-014: case does not matter, on either side', async () => {
    expect(await ids(searcher, 'GIT STATUS')).toEqual(await ids(searcher, 'git status'))
  })

  it('SRCH-070: a namespace finds all its tools, a tag finds its tool', async () => {
    expect(new Set((await ids(searcher, 'git')).slice(0, 2))).toEqual(
      new Set(['git:git_status', 'git:git_commit']),
    )
    expect((await ids(searcher, 'containers'))[0]).toBe('docker:docker_ps')
    expect(await ids(searcher, 'devops')).toHaveLength(2)
  })

  it('SRCH-071: a name outranks a description, by default and at a high name weight', async () => {
    expect((await ids(searcher, 'deploy'))[0]).toBe('ci:deploy')
    expect((await ids(searcherOf(catalog, { weights: { name: 10 } }), 'deploy'))[0]).toBe('ci:deploy')
  })

  it('tells which words no tool contains, as they were written', async () => {
    const answer = await searcher.search({ query: 'Terraform the pods, terraform!', limit: 5 })
    expect(answer.unmatchedTerms).toEqual(['Terraform'])
    expect((await searcher.search({ query: 'git', limit: 0 })).unmatchedTerms).toEqual([])
  })
})

describe('weights', () => {
  it('SRCH-015, SRCH-016: a heavy field outranks several hits in light ones', async () => {
    const documents = [
      sketchDocument({ name: 'alpha' }),
      sketchDocument({ name: 'tagged', tags: 'alpha' }),
      ...['b', 'c', 'd', 'e'].map((name) => sketchDocument({ name, description: 'alpha alpha alpha' })),
    ]
    expect((await ids(searcherOf(documents, { weights: { name: 10 } }), 'alpha'))[0]).toBe('alpha')
    expect((await ids(searcherOf(documents, { weights: { tags: 10 } }), 'alpha'))[0]).toBe('tagged')
  })

  it('more tags do not push a tool down (Q-05)', async () => {
    const documents = [
      sketchDocument({ name: 'b', description: 'resize pictures', tags: 'image\nphoto\nmedia\nedit\nscale' }),
      sketchDocument({ name: 'c', description: 'resize pictures', tags: 'image' }),
    ]
    const { hits } = await searcherOf(documents).search({ query: 'resize pictures', limit: 2 })
    expect(hits[0]?.score).toBe(hits[1]?.score)
  })
})

describe('names (Q-01, Q-02, Q-03)', () => {
  const searcher = searcherOf([
    ...catalog,
    sketchDocument({ name: 'create_issue' }),
    sketchDocument({ name: 'createPullRequest' }),
    sketchDocument({ name: 'listing', description: 'Searches timezones' }),
  ])

  it.each(['create issue', 'create_issue', 'createIssue', 'createissue', 'CREATE-ISSUE', 'creating issues'])(
    '%s finds create_issue first',
    async (query) => {
      expect((await ids(searcher, query))[0]).toBe('create_issue')
    },
  )

  it.each(['createPullRequest', 'pull request', 'pull_request', 'PULL REQUEST', 'create-pull-request'])(
    '%s finds createPullRequest first',
    async (query) => {
      expect((await ids(searcher, query))[0]).toBe('createPullRequest')
    },
  )

  it('a stem finds its inflections', async () => {
    expect(await ids(searcher, 'searching timezone')).toEqual(['listing'])
  })
})

describe('SRCH-061, Q-04: every field is searched', () => {
  it.each(SEARCH_FIELDS.filter((field) => field !== 'name'))('%s', async (field: SearchField) => {
    const searcher = searcherOf([
      sketchDocument({ name: 'a', [field]: 'needle' }),
      sketchDocument({ name: 'b', [field]: 'hay' }),
    ])
    const found = await ids(searcher, 'needle')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/a$/)
  })
})

describe('robustness', () => {
  it('SRCH-020, SRCH-021, SRCH-050, DSC-051: the higher score wins over the smaller id; equal ones are ordered by id, every time', async () => {
    const searcher = searcherOf([
      sketchDocument({ name: 'z', description: 'needle' }),
      sketchDocument({ name: 'c', description: 'needle hay' }),
      sketchDocument({ name: 'b', description: 'needle hay' }),
    ])
    for (let round = 0; round < 10; round += 1) expect(await ids(searcher, 'needle')).toEqual(['z', 'b', 'c'])
  })

  it('SRCH-040: a hundred searches at once agree, whatever else is asked in between', async () => {
    const searcher = searcherOf(catalog)
    const alone = await ids(searcher, 'list')
    const many = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ids(searcher, i % 2 === 0 ? 'list' : 'git')),
    )
    many.forEach((found, i) => {
      if (i % 2 === 0) expect(found).toEqual(alone)
    })
  })

  it('SRCH-043: emoji, Japanese and accents are text like any other', async () => {
    const searcher = searcherOf([
      sketchDocument({ name: 'rocket', description: '🚀 launch a rocket' }),
      sketchDocument({ name: 'weather', description: '天気を検索する' }),
      sketchDocument({ name: 'cafe', description: 'Find a café nearby' }),
    ])
    expect(await ids(searcher, '🚀 launch')).toEqual(['rocket'])
    expect(await ids(searcher, '天気')).toEqual(['weather'])
    expect(await ids(searcher, 'CAFE')).toEqual(['cafe'])
  })

  it('SRCH-044: a document of 40,000 characters is searched to its end', async () => {
    const searcher = searcherOf([sketchDocument({ name: 'long', notes: `${'filler '.repeat(5_700)}needle` })])
    expect(await ids(searcher, 'needle')).toEqual(['long'])
  })
})
