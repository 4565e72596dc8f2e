import { describe, expect, it } from 'vitest'
import type { QueryTerms } from '../ranking/query-terms.ts'
import { type Evidence, type JudgedAnswer, readEvidence } from './evidence.ts'

const TOOLS = 100
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
      shareKept: () => 1,
      ...answer,
    },
    { frequencyOf: (term) => frequencies[term] ?? 0, size: () => TOOLS, servers: () => 2 },
    { isMissing: false, names: { products: [], isKnown: () => false, isUncommon: () => false } },
  )

describe('evidence', () => {
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
