import type { Embedder } from '@toolscout/model'
import { searcherObligations } from '@toolscout/testkit'
import { sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cosineOf,
  createEmbeddingStrategy,
  createOverlapStrategy,
  createWeightedStrategy,
  type ScoringStrategy,
} from './scoring-strategy.ts'
import {
  documentText,
  type SemanticDocument,
  toSearchDocument,
  toSemanticDocument,
} from './semantic-document.ts'
import { createStrategySearcher } from './strategy-searcher.ts'

const document = (changes: Partial<SemanticDocument> = {}): SemanticDocument => ({
  id: 'search',
  name: 'Search',
  description: 'Find items',
  tags: ['B', ' a '],
  ...changes,
})
const giving = (score: number): ScoringStrategy => ({ name: `always ${score}`, score: () => score })
const failing = (message: string): ScoringStrategy => ({
  name: 'failing',
  score: async () => {
    throw new RangeError(message)
  },
})
const embedding = (vectors: { readonly [text: string]: readonly number[] }): Embedder & { asked: number } => {
  const embedder = {
    model: 'table',
    dimensions: 2,
    maxBatch: 1,
    asked: 0,
    embed: async (texts: readonly string[]) => {
      embedder.asked += 1
      return texts.map((text) => Float32Array.from(vectors[text] ?? [0, 1]))
    },
  }
  return embedder
}
const scoreOf = async (strategy: ScoringStrategy, query: string, of: SemanticDocument): Promise<number> =>
  strategy.score(query, of, {})

describe('the text of a document', () => {
  it('is name, description and tags in lower case and in order (SEM-001, SEM-002)', () => {
    expect(documentText(document())).toBe('Search Find items a b')
  })
})

describe('the overlap strategy', () => {
  const overlap = createOverlapStrategy()
  it.each([
    ['find', 1],
    ['find items', 2],
    ['FIND Items', 2],
    ['find, items!', 2],
    ['find find', 2],
    ['nothing', 0],
    ['', 0],
  ])('scores %j with %d (SEM-031)', async (query, score) => {
    expect(await scoreOf(overlap, query, document({ text: 'find items items' }))).toBe(score)
  })

  it('reads the fields where there is no text, and finds nothing in an empty document (SEM-031)', async () => {
    expect(await scoreOf(overlap, 'search', document({ text: '' }))).toBe(1)
    expect(await scoreOf(overlap, 'x', { id: 'x', name: '', description: '', tags: [] })).toBe(0)
  })
})

describe('cosine', () => {
  it.each([
    [[1, 2], [1, 2], 1],
    [[1, 0], [0, 1], 0],
    [[1, 0], [-1, 0], -1],
    [[], [], 0],
    [[1], [1, 0], 0],
    [[0, 0], [1, 0], 0],
    [[1e38, 1e38], [1, 1], 1],
  ])('of %j and %j is %d (SEM-032)', (one, other, cosine) => {
    expect(cosineOf(one, other)).toBeCloseTo(cosine, 12)
  })
})

describe('the embedding strategy', () => {
  it('is the cosine of the two texts, each embedded once', async () => {
    const embedder = embedding({ q: [1, 0], d: [0.6, 0.8] })
    const strategy = createEmbeddingStrategy(embedder)
    expect(await scoreOf(strategy, 'q', document({ text: 'd' }))).toBeCloseTo(0.6, 6)
    await scoreOf(strategy, 'q', document({ text: 'd' }))
    expect(embedder.asked).toBe(2)
  })

  it('needs an embedder when it is made, and passes its errors on (SEM-033)', async () => {
    expect(() => createEmbeddingStrategy(undefined as never)).toThrow('embedder is undefined')
    const broken: Embedder = { ...embedding({}), embed: () => Promise.reject(new RangeError('no route')) }
    const strategy = createEmbeddingStrategy(broken)
    await expect(scoreOf(strategy, 'q', document())).rejects.toThrow('no route')
    // What failed is not remembered.
    await expect(scoreOf(strategy, 'q', document())).rejects.toThrow('no route')
  })
})

describe('the weighted strategy', () => {
  it.each([
    [0.25, 2.5],
    [0, 3],
    [1, 1],
  ])('with %d for the words gives %d (SEM-034)', async (lexicalWeight, score) => {
    const strategy = createWeightedStrategy({ lexical: giving(1), semantic: giving(3), lexicalWeight })
    expect(await scoreOf(strategy, 'q', document())).toBe(score)
  })

  it('adds two words and a full cosine to 1.7 (SEM-037)', async () => {
    const semantic = createEmbeddingStrategy(embedding({ 'find items': [0, 1] }))
    const strategy = createWeightedStrategy({
      lexical: createOverlapStrategy(),
      semantic,
      lexicalWeight: 0.7,
    })
    expect(await scoreOf(strategy, 'find items', document())).toBeCloseTo(1.7, 6)
  })

  it.each([-0.1, 1.1, Number.NaN, '0.5' as never])('refuses the weight %j (SEM-035)', (lexicalWeight) => {
    const parts = { lexical: giving(1), semantic: giving(1), lexicalWeight }
    expect(() => createWeightedStrategy(parts)).toThrow(RangeError)
  })

  it('refuses to miss a part (SEM-035)', () => {
    const parts = { lexical: undefined as never, semantic: giving(1), lexicalWeight: 0.5 }
    expect(() => createWeightedStrategy(parts)).toThrow('lexical is undefined')
  })

  it('passes errors of either part on, but does not ask one that counts nothing (SEM-036)', async () => {
    const parts = { lexical: giving(1), semantic: failing('no vectors') }
    await expect(
      scoreOf(createWeightedStrategy({ ...parts, lexicalWeight: 0.5 }), 'q', document()),
    ).rejects.toThrow('no vectors')
    expect(await scoreOf(createWeightedStrategy({ ...parts, lexicalWeight: 1 }), 'q', document())).toBe(1)
  })
})

describe('a searcher by a strategy', () => {
  const create = (): ReturnType<typeof createStrategySearcher> =>
    createStrategySearcher(createOverlapStrategy())

  it.each(searcherObligations())('$name', ({ check }) => check(create))

  it('takes any strategy (SEM-030), orders by score and then by id (SEM-020), and leaves out what is not above 0', async () => {
    const scores: { readonly [id: string]: number } = { a: 1, b: 2, c: 1, d: 0, e: -1 }
    const own: ScoringStrategy = { name: 'mine', score: async (_, { id }) => scores[id] as number }
    const searcher = createStrategySearcher(own)
    searcher.apply({ upserts: Object.keys(scores).map((name) => sketchDocument({ name })), removals: [] })
    const { hits } = await searcher.search({ query: 'x', limit: 9 })
    expect(hits.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  })

  it('refuses a score that is no number', async () => {
    const searcher = createStrategySearcher(giving(Number.NaN))
    searcher.apply({ upserts: [sketchDocument({ name: 'a' })], removals: [] })
    await expect(searcher.search({ query: 'x', limit: 1 })).rejects.toThrow(
      'The strategy "always NaN" gave NaN; a finite number is needed.',
    )
  })
})

describe('conversions', () => {
  it('keep id, name, namespace, description, tags and category both ways (SEM-050)', () => {
    const given = document({ namespace: 'files', category: 'io', text: 'own words' })
    const back = toSemanticDocument(toSearchDocument(given))
    expect(back).toMatchObject({
      id: 'search',
      name: 'Search',
      namespace: 'files',
      description: 'Find items',
      tags: ['B', ' a '],
      category: 'io',
    })
    expect(back.text).toContain('own words')
    expect(back.tags).not.toBe(given.tags)
  })

  it('say nothing twice, however often a document goes there and back (SEM-050)', () => {
    const words = fc.constantFrom('', 'find', 'items', 'find items', 'a\nb', '$& $1')
    const given = fc.record(
      {
        name: fc.constantFrom('Search', 'find'),
        description: words,
        tags: fc.array(words, { maxLength: 3 }),
        namespace: words,
        text: words,
      },
      { requiredKeys: ['name', 'description', 'tags'], noNullPrototype: true },
    )
    fc.assert(
      fc.property(given, fc.boolean(), (members, hasText) => {
        const own = { id: 'search', ...members }
        const text = documentText(own)
        const first = toSearchDocument(hasText ? { ...own, text } : own)
        // What is scored is searched once: its own words, in the fields they are of.
        if (hasText) expect(first.fields.notes).toBe('')
        const again = toSearchDocument(toSemanticDocument(first))
        expect(again.fields).toEqual(first.fields)
        expect(toSemanticDocument(again)).toEqual(toSemanticDocument(first))
      }),
    )
  })

  it('put twice, a document is there once (SEM-010, SEM-050)', async () => {
    const searcher = createStrategySearcher(createOverlapStrategy())
    for (let put = 0; put < 2; put += 1)
      searcher.apply({ upserts: [toSearchDocument(document({ text: 'own words' }))], removals: [] })
    const { hits } = await searcher.search({ query: 'own words', limit: 9 })
    expect(hits.map(({ id }) => id)).toEqual(['search'])
  })

  it('cut the description to 120 code points in the summary (SEM-050)', () => {
    const { summary } = toSearchDocument(document({ description: 'x'.repeat(500) }))
    expect([...summary.summary]).toHaveLength(120)
  })
})
