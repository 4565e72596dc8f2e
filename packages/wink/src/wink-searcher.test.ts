import { SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import { createAnalyzer } from '@toolscout/search'
import { createTunedBm25Searcher } from '@toolscout/search/internal'
import { anyDocumentSteps, anyQuery, documentsAfter, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWinkSearcher } from './wink-searcher.ts'

// What both formulas share: words only, every field's length at its weight.
const analyzer = createAnalyzer({ stem: null, wholeIdentifiers: false })
const weights: { readonly [field in SearchField]: number } = {
  name: 3,
  title: 2,
  namespace: 1,
  description: 1,
  parameters: 0.5,
  parameterTexts: 0.25,
  values: 0.25,
  output: 0.125,
  tags: 1,
  notes: 0.5,
}

describe('the oracle', () => {
  it('our scores and wink’s agree to the rounding of wink, on random catalogs', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyQuery, async (steps, query) => {
        const documents = [...documentsAfter(steps).values()]
        fc.pre(documents.length >= 3)
        const ours = createTunedBm25Searcher({ analyzer, weights, lengthWeights: weights })
        const wink = createWinkSearcher({ analyzer, weights })
        for (const searcher of [ours, wink]) searcher.apply({ upserts: documents, removals: [] })
        const [a, b] = await Promise.all(
          [ours, wink].map((searcher) => searcher.search({ query, limit: 1_000 })),
        )
        const scores = new Map(b?.hits.map((hit) => [hit.id, hit.score]))
        expect(new Set(a?.hits.map((hit) => hit.id))).toEqual(new Set(scores.keys()))
        for (const hit of a?.hits ?? [])
          expect(Math.abs(hit.score - (scores.get(hit.id) as number))).toBeLessThan(1e-7)
      }),
    )
  })
})

describe('what wink refuses', () => {
  it('works from one document up and finds nothing in an empty catalog', async () => {
    const searcher = createWinkSearcher()
    expect(await searcher.search({ query: 'status', limit: 5 })).toEqual({ hits: [] })
    for (const [i, name] of ['status_a', 'status_b', 'status_c', 'status_d'].entries()) {
      searcher.apply({ upserts: [sketchDocument({ name })], removals: [] })
      expect((await searcher.search({ query: 'status', limit: 9 })).hits).toHaveLength(i + 1)
    }
  })

  it('takes words that are names of Object.prototype, and fields without text', async () => {
    const searcher = createWinkSearcher()
    searcher.apply({
      upserts: [sketchDocument({ name: 'constructor' }), sketchDocument({ name: '__proto__x' })],
      removals: [],
    })
    expect((await searcher.search({ query: 'constructor', limit: 5 })).hits.map((hit) => hit.id)).toEqual([
      'constructor',
    ])
  })

  it('leaves out fields that weigh nothing', async () => {
    const none = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, field === 'name' ? 1 : 0]))
    const searcher = createWinkSearcher({ weights: none })
    searcher.apply({ upserts: [sketchDocument({ name: 'a', description: 'needle' })], removals: [] })
    expect((await searcher.search({ query: 'needle', limit: 5 })).hits).toEqual([])
  })
})
