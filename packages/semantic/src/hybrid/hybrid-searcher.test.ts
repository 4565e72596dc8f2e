import { compareHits, type Searcher, type SearcherAnswer } from '@toolscout/model'
import { createWordSearcher, searcherObligations, sketchDocument } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { createHybridSearcher } from './hybrid-searcher.ts'
import { createReciprocalRankFusion } from './reciprocal-rank-fusion.ts'
import { createWeightedSumFusion } from './weighted-sum-fusion.ts'

const words = (): Searcher => createWordSearcher()
const short = (): Searcher =>
  createWordSearcher({ name: 'short', scoreOf: (held, { id }) => held / (1 + id.length) })
const failing = (error: unknown): Searcher => ({
  name: 'failing',
  apply: () => undefined,
  search: async () => {
    throw error
  },
})
const answering = (answer: SearcherAnswer): Searcher => ({
  name: 'answering',
  apply: () => undefined,
  search: async () => answer,
})
const DOCUMENTS = ['read_file', 'write_file', 'file', 'read_mail', 'read_the_whole_file'].map((name) =>
  sketchDocument({ name }),
)
const filled = (searcher: Searcher): Searcher => {
  searcher.apply({ upserts: DOCUMENTS, removals: [] })
  return searcher
}

describe.each([
  { fusion: undefined, what: 'the gated fusion' },
  { fusion: createReciprocalRankFusion({ window: 3 }), what: 'ranks, three of each arm' },
  { fusion: createWeightedSumFusion(), what: 'a weighted sum' },
])('a hybrid by $what', ({ fusion }) => {
  const create = (): Searcher => createHybridSearcher({ searchers: [words(), short()], fusion })

  it.each(searcherObligations())('$name', ({ check }) => check(create))

  it('gives the head of a longer answer when fewer hits are asked for', async () => {
    const searcher = filled(create())
    const all = await searcher.search({ query: 'read the file', limit: 1_000 })
    expect(all.hits.length).toBe(DOCUMENTS.length)
    expect(all.hits).toEqual([...all.hits].sort(compareHits))
    for (let limit = 0; limit < all.hits.length; limit += 1) {
      const { hits } = await searcher.search({ query: 'read the file', limit })
      expect(hits).toEqual(all.hits.slice(0, limit))
    }
  })
})

describe('an arm that fails', () => {
  it('leaves the answer of the first as it is, and is told', async () => {
    const alone = await filled(words()).search({ query: 'read file', limit: 3 })
    const hybrid = filled(createHybridSearcher({ searchers: [words(), failing(new TypeError('no route'))] }))
    expect(await hybrid.search({ query: 'read file', limit: 3 })).toEqual({
      ...alone,
      degraded: [{ part: 'failing', reason: 'It failed: no route' }],
    })
  })

  it('is told by its own words when it says so itself', async () => {
    const degraded = [{ part: 'semantic', reason: 'too slow' }]
    const hybrid = filled(createHybridSearcher({ searchers: [words(), answering({ hits: [], degraded })] }))
    const alone = await filled(words()).search({ query: 'read file', limit: 3 })
    expect(await hybrid.search({ query: 'read file', limit: 3 })).toEqual({ ...alone, degraded })
  })

  it('may be the first, whose place the others take', async () => {
    const hybrid = filled(createHybridSearcher({ searchers: [failing(new TypeError('gone')), words()] }))
    const { hits, degraded } = await hybrid.search({ query: 'read file', limit: 1 })
    expect(hits).toHaveLength(1)
    expect(degraded).toHaveLength(1)
  })

  it('throws the first error when there is no other', async () => {
    const hybrid = createHybridSearcher({
      searchers: [
        failing(new TypeError('first')),
        { searcher: { ...failing(new TypeError('second')), name: 'b' } },
      ],
    })
    await expect(hybrid.search({ query: 'x', limit: 1 })).rejects.toThrow('first')
  })

  it('keeps nobody from applying changes', async () => {
    const broken: Searcher = {
      ...failing(new TypeError('gone')),
      apply: () => {
        throw new TypeError('full')
      },
    }
    const hybrid = createHybridSearcher({ searchers: [broken, words()] })
    expect(() => hybrid.apply({ upserts: DOCUMENTS, removals: [] })).toThrow('full')
    expect((await hybrid.search({ query: 'mail', limit: 1 })).hits).toHaveLength(1)
  })
})

it('passes on the verdict and the missing words of the first', async () => {
  const verdict = { level: 'weak', confidence: 0.4, nearMisses: [] } as const
  const first = answering({ hits: [{ id: 'file', score: 1 }], unmatchedTerms: ['zebra'], verdict })
  const hybrid = filled(createHybridSearcher({ searchers: [first, words()] }))
  expect(await hybrid.search({ query: 'file zebra', limit: 1 })).toMatchObject({
    unmatchedTerms: ['zebra'],
    verdict,
  })
})

it('shows every arm in an explanation', async () => {
  const hybrid = filled(createHybridSearcher({ searchers: [words(), { searcher: short(), weight: 2 }] }))
  const { hits } = await hybrid.search({ query: 'read file', limit: 5, explain: true })
  for (const { score, explanation } of hits) {
    expect(explanation?.value).toBe(score)
    expect(explanation?.children?.map(({ label }) => label.split(':')[0])).toEqual(['words', 'short'])
    for (const { children } of explanation?.children ?? []) expect(children).toHaveLength(1)
  }
})

it('rejects with the reason of an aborted signal while an arm is still at work', async () => {
  const controller = new AbortController()
  const waiting: Searcher = {
    ...failing(undefined),
    search: ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        controller.abort(new RangeError('enough'))
      }),
  }
  const hybrid = createHybridSearcher({ searchers: [words(), waiting] })
  await expect(hybrid.search({ query: 'x', limit: 1, signal: controller.signal })).rejects.toThrow('enough')
})

it('refuses to be made of nothing, of twins, or of weights that are none', () => {
  expect(() => createHybridSearcher({ searchers: [] })).toThrow('A hybrid needs at least one searcher.')
  expect(() => createHybridSearcher({ searchers: [words(), words()] })).toThrow('Two searchers have one name')
  expect(() => createHybridSearcher({ searchers: [{ searcher: words(), weight: Number.NaN }] })).toThrow(
    'The weight of words is NaN',
  )
  expect(() => createHybridSearcher({ searchers: [{ searcher: words(), weight: 0 }] })).toThrow(RangeError)
})
