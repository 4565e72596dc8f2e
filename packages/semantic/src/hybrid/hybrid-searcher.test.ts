import { compareHits, type Searcher, type SearcherAnswer } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { createWordSearcher, searcherObligations } from '@toolscout/testkit'
import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createHybridSearcher } from './hybrid-searcher.ts'
import { createReciprocalRankFusion, createWeightedSumFusion } from './ungated-fusions.ts'

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
  { fusion: { ...createReciprocalRankFusion(), window: 3 }, what: 'ranks, three of each retriever' },
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

describe('a retriever whose search fails', () => {
  it('leaves the answer of the first as it is, and is reported', async () => {
    const alone = await filled(words()).search({ query: 'read file', limit: 3 })
    const hybrid = filled(createHybridSearcher({ searchers: [words(), failing(new TypeError('no route'))] }))
    expect(await hybrid.search({ query: 'read file', limit: 3 })).toEqual({
      ...alone,
      degraded: [{ part: 'failing', reason: 'It failed: no route' }],
    })
  })

  it('is reported in its own words when it says so itself', async () => {
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
})

describe('a retriever whose apply fails', () => {
  const faulty = (): { searcher: Searcher; mend: () => void } => {
    const searcher = short()
    let broken = true
    return {
      searcher: {
        ...searcher,
        apply: (changes) => {
          if (broken && changes.upserts.some(({ id }) => id === 'read_mail')) throw new TypeError('full')
          searcher.apply(changes)
        },
      },
      mend: () => {
        broken = false
      },
    }
  }
  const reason = 'It has not taken in 1 changed tools: full'

  it.each(['first', 'last'])('loses no tool when it is the %s, and is reported', async (place) => {
    const { searcher } = faulty()
    const both = place === 'first' ? [searcher, words()] : [words(), searcher]
    const hybrid = createHybridSearcher({ searchers: both })
    hybrid.apply({ upserts: [sketchDocument({ name: 'send_mail' })], removals: [] })
    hybrid.apply({ upserts: [sketchDocument({ name: 'read_mail' })], removals: [] })
    for (const limit of [1, 2, 3]) {
      const { hits, degraded } = await hybrid.search({ query: 'mail', limit })
      expect(hits).toHaveLength(Math.min(limit, 2))
      expect(degraded).toEqual([{ part: 'short', reason }])
    }
  })

  it('takes the changes in with the next ones, as if it had never failed', async () => {
    const { searcher, mend } = faulty()
    const hybrid = createHybridSearcher({ searchers: [words(), searcher] })
    filled(hybrid)
    mend()
    hybrid.apply({ upserts: [], removals: ['file'] })
    const whole = filled(createHybridSearcher({ searchers: [words(), short()] }))
    whole.apply({ upserts: [], removals: ['file'] })
    const request = { query: 'read the mail file', limit: 10 }
    expect(await hybrid.search(request)).toEqual(await whole.search(request))
  })

  it('says nothing about a tool whose latest change it missed', async () => {
    const stuck = words()
    stuck.apply({ upserts: DOCUMENTS, removals: [] })
    const refusing: Searcher = {
      ...stuck,
      name: 'refusing',
      apply: () => {
        throw new TypeError('read-only')
      },
    }
    const hybrid = createHybridSearcher({ searchers: [refusing, words()] })
    hybrid.apply({ upserts: [], removals: ['read_file', 'write_file'] })
    const { hits } = await hybrid.search({ query: 'file', limit: 2 })
    expect(hits.map(({ id }) => id)).toEqual(['file', 'read_the_whole_file'])
  })

  it('makes the hybrid fail without changing anything when every retriever fails', async () => {
    const hybrid = createHybridSearcher({ searchers: [faulty().searcher] })
    hybrid.apply({ upserts: [sketchDocument({ name: 'send_mail' })], removals: [] })
    const request = { query: 'mail', limit: 5 }
    const before = await hybrid.search(request)
    expect(() => hybrid.apply({ upserts: DOCUMENTS, removals: ['send_mail'] })).toThrow('full')
    expect(await hybrid.search(request)).toEqual(before)
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

it('shows every retriever in an explanation', async () => {
  const hybrid = filled(createHybridSearcher({ searchers: [words(), { searcher: short(), weight: 2 }] }))
  const { hits } = await hybrid.search({ query: 'read file', limit: 5, explain: true })
  for (const { score, explanation } of hits) {
    expect(explanation?.value).toBe(score)
    expect(explanation?.children?.map(({ label }) => label.split(':')[0])).toEqual(['words', 'short'])
    for (const { children } of explanation?.children ?? []) expect(children).toHaveLength(1)
  }
})

it('rejects with the reason of an aborted signal while a retriever is still at work', async () => {
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

it('refuses no searcher, two of one name, and a weight out of range', () => {
  expect(() => createHybridSearcher({ searchers: [] })).toThrow('A hybrid needs at least one searcher.')
  expect(() => createHybridSearcher({ searchers: [words(), words()] })).toThrow('Two searchers have one name')
  expect(() => createHybridSearcher({ searchers: [{ searcher: words(), weight: Number.NaN }] })).toThrow(
    'weight is NaN',
  )
  expect(() => createHybridSearcher({ searchers: [{ searcher: words(), weight: 0 }] })).toThrow(RangeError)
})

it('what meaning adds to a tool that does the opposite is lowered as its words are', async () => {
  const documents = ['add_label', 'remove_label'].map((name) => sketchDocument({ name }))
  const other = {
    searcher: answering({
      hits: [
        { id: 'remove_label', score: 1 },
        { id: 'add_label', score: 0.9 },
        { id: 'none', score: 0 },
      ],
    }),
    weight: 10,
    ungated: true,
  }
  const hybrid = createHybridSearcher({ searchers: [createLexicalSearcher(), other] })
  hybrid.apply({ upserts: documents, removals: [] })
  const { hits } = await hybrid.search({ query: 'put a label on', limit: 2, explain: true })
  expect(hits.map(({ id }) => id)).toEqual(['add_label', 'remove_label'])
  for (const { score, explanation } of hits) expect(explanation?.value).toBe(score)
})

it('a ranking at random adds nothing where the catalog surely has it, however unsure the first place is', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `tool_${i}`)
  const hits = ids.slice(0, 30).map((id, i) => ({ id, score: 30 - i }))
  const verdict = { level: 'weak', confidence: 0.9, certainty: 0.1, nearMisses: [] } as const
  const spread = Array.from(ids, (_, i) => ({ id: ids[(i * 17) % 40] as string, score: 40 - i }))
  const searcher = createHybridSearcher({
    searchers: [answering({ hits, verdict }), { ...answering({ hits: spread }), name: 'random' }],
  })
  expect((await searcher.search({ query: 'x', limit: 10 })).hits).toEqual(hits.slice(0, 10))
})
