import { describe, expect, it } from 'vitest'
import { inverseDocumentFrequency } from '../kernel/bm25f.ts'
import type { QueryTerms } from '../ranking/query-terms.ts'
import { type Evidence, type JudgedAnswer, readEvidence } from './evidence.ts'

const TOOLS = 100
const UNIT = inverseDocumentFrequency(TOOLS, 1)
const query = (
  roots: readonly string[],
  expansions: readonly (readonly [string, readonly string[]])[] = [],
): QueryTerms => ({
  words: [],
  terms: [],
  roots: new Map(roots.map((root) => [root, 1])),
  expansions: new Map(expansions),
  isCut: false,
})
const evidenceOf = (
  answer: Partial<JudgedAnswer> & Pick<JudgedAnswer, 'query'>,
  frequencies: { readonly [term: string]: number } = {},
): Evidence =>
  readEvidence(
    {
      text: '',
      docIds: [0],
      scores: [1],
      heldBy: () => new Set(),
      nameOf: () => [],
      serverOf: () => [],
      isNamed: () => false,
      ...answer,
    },
    { frequencyOf: (term) => frequencies[term] ?? 0, size: () => TOOLS, servers: () => 2 },
    { missing: 0, names: { products: [], isUncommon: () => false, isForeign: false } },
  )

describe('evidence', () => {
  it('has the lead over the fifth hit, or over nothing where there are fewer', () => {
    const scores = [9, 8, 7, 5, 2]
    const five = evidenceOf({ query: query(['a']), docIds: [0, 1, 2, 3, 4], scores })
    expect(five.lead).toBeCloseTo((9 - 2) / UNIT, 12)
    const two = evidenceOf({ query: query(['a']), docIds: [0, 1], scores: [9, 8] })
    expect(two.lead).toBeCloseTo(9 / UNIT, 12)
  })

  it('counts a word as covered by a synonym that is held, though no tool holds the word itself', () => {
    const asked = query(['photo*'], [['photo*', ['image*']]])
    const held = evidenceOf({ query: asked, heldBy: () => new Set(['image*']) }, { 'image*': 3 })
    expect(held).toMatchObject({ covered: 1 })
    expect(evidenceOf({ query: asked }, { 'image*': 3 }).covered).toBe(0)
  })

  it('covers the share that is held of the words that any tool holds', () => {
    const both = evidenceOf(
      { query: query(['a', 'b', 'nowhere']), heldBy: () => new Set(['a']) },
      { a: 2, b: 2 },
    )
    expect(both.covered).toBeCloseTo(0.5, 12)
  })
})
