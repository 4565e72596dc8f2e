import type { Verdict } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { loadEnglish } from '../english.ts'
import type { QueryTerms } from '../ranking/query-terms.ts'
import {
  type Evidence,
  type JudgedAnswer,
  type JudgedCatalog,
  type Meaning,
  readEvidence,
} from './evidence.ts'
import { createJudge } from './judge.ts'
import { judgmentOf, type VerdictThresholds } from './judgment.ts'

await loadEnglish()

const TOOLS = 100
const query = (
  roots: readonly string[],
  expansions: readonly (readonly [string, readonly string[]])[] = [],
): QueryTerms => ({
  words: [],
  terms: [],
  roots: new Map(roots.map((root) => [root, 1])),
  expansions: new Map(expansions),
  mistyped: [],
  isCut: false,
})
const answerOf = (answer: Partial<JudgedAnswer>): JudgedAnswer => ({
  text: '',
  query: query([]),
  docIds: [0],
  scores: [1],
  held: new Map(),
  nameOf: () => [],
  serverOf: () => [],
  isNamed: () => false,
  shareKept: () => 1,
  ...answer,
})
const evidenceOf = (
  answer: Partial<JudgedAnswer> & Pick<JudgedAnswer, 'query'>,
  frequencies: { readonly [term: string]: number } = {},
): Evidence =>
  readEvidence(
    answerOf(answer),
    { frequencyOf: (term) => frequencies[term] ?? 0, size: TOOLS, serverCount: 2 },
    { isMissing: false, names: { products: [], isKnown: () => false, uncommon: [] } },
  )

describe('evidence', () => {
  it('counts a word as covered by a synonym that is held, though no tool holds the word itself', () => {
    const asked = query(['photo*'], [['photo*', ['image*']]])
    const held = evidenceOf({ query: asked, held: new Map([['image*', 1]]) }, { 'image*': 3 })
    expect(held).toMatchObject({ covered: 1 })
    expect(evidenceOf({ query: asked }, { 'image*': 3 }).covered).toBe(0)
  })

  it('covers the share that is held of the words that any tool holds', () => {
    const both = evidenceOf(
      { query: query(['a', 'b', 'nowhere']), held: new Map([['a', 1]]) },
      { a: 2, b: 2 },
    )
    expect(both.covered).toBeCloseTo(0.5, 12)
  })
})

const THRESHOLDS = { none: 0.25, strong: 0.7 }
const judged = (
  answer: Partial<JudgedAnswer>,
  thresholds: VerdictThresholds = THRESHOLDS,
  catalog: Partial<JudgedCatalog> = {},
): Verdict =>
  createJudge(
    {
      frequencyOf: () => 1,
      size: TOOLS,
      serverCount: 2,
      idOf: String,
      isInHead: () => false,
      ...catalog,
    },
    thresholds,
  )(answerOf(answer))
const wordsOf = (text: string): ReturnType<JudgedAnswer['nameOf']> => createAnalyzer().analyze(text)

describe('the level', () => {
  it.each([
    // Many words that a hit of a longer name holds, and the next one nearly as well: it is there, but which is it?
    { what: 'certainty', scores: [60, 59, 58, 57, 56], held: ['a'], of: ['a', 'b', 'c', 'd'] },
    // Far ahead of the others, but one of them holds what it lacks, and its name says what was not asked for.
    { what: 'confidence', scores: [12, 0.4, 0.3, 0.2, 0.1], held: ['a', 'b'], of: ['a', 'b', 'c'] },
  ])(
    'is strong only where confidence and certainty both reach the border, though the $what is lower',
    ({ what, scores, held, of }) => {
      const answer = {
        query: query(of),
        scores,
        docIds: scores.map((_, i) => i),
        held: new Map(of.map((term) => [term, held.includes(term) ? 0b11111 : 0b11110])),
        nameOf: () => wordsOf('zig zag zoo'),
      }
      const { confidence, certainty = 0 } = judged(answer)
      const [low, high] = [confidence, certainty].sort((one, other) => one - other) as [number, number]
      expect(low).toBe(what === 'certainty' ? certainty : confidence)
      expect(high).toBeGreaterThan(low)
      const levelAt = (strong: number): string => judged(answer, { none: 0, strong }).level
      expect(levelAt(low)).toBe('strong')
      expect(levelAt((low + high) / 2)).toBe('weak')
      expect(levelAt(high)).toBe('weak')
    },
  )

  it('is never none where every word of the name of the best hit is asked for, and no product is missing', () => {
    const name = wordsOf('roll')
    const held = {
      query: query(['other']),
      scores: [0.01],
      held: new Map(rootsOf(name).map((root) => [root, 1])),
    }
    const whole = { ...held, nameOf: () => name }
    expect(judged(whole)).toMatchObject({ level: 'weak', confidence: THRESHOLDS.none })
    expect(judged({ ...held, nameOf: () => wordsOf('roll dice') }).level).toBe('none')
    const text = 'roll it on whatsapp'
    const asked = { ...query(['other']), words: wordsOf(text) }
    expect(judged({ ...whole, text, query: asked })).toMatchObject({ level: 'none', missing: ['whatsapp'] })
  })
})

describe('where words find nothing', () => {
  const nothing: Partial<JudgedAnswer> = { query: query(['tea']), docIds: [], scores: [] }
  const near = (first: number): Meaning => ({
    hits: [{ id: 'x', score: 1 }],
    first,
    nearest: first,
    agreement: 0,
  })
  const byMeaning = (first: number, tools: number, answer = nothing): Verdict | undefined =>
    judgmentOf(judged(answer, THRESHOLDS, { frequencyOf: () => 0, size: tools }))?.withMeaning(near(first))

  it('is none by words alone', () => {
    expect(judged(nothing)).toEqual({ level: 'none', confidence: 0, nearMisses: [] })
  })

  it.each([5, 40, 400, 4_000])('is judged by what is near in meaning, among %d tools', (tools) => {
    expect(byMeaning(0.6, tools)?.level).toBe('weak')
    expect(byMeaning(0.2, tools)?.level).toBe('none')
    expect(byMeaning(0.6, tools)?.confidence).toBeGreaterThan(byMeaning(0.45, tools)?.confidence ?? 1)
  })

  it('is none where what is near is not near enough to be listed', () => {
    const judgment = judgmentOf(judged(nothing))
    expect(judgment?.withMeaning({ ...near(0), hits: [], nearest: 0.39 })).toEqual(judged(nothing))
  })

  it('hears of a product that is missing', () => {
    const text = 'tea on whatsapp'
    const asked = { ...nothing, text, query: { ...query(['tea']), words: wordsOf(text) } }
    const [named, plain] = [byMeaning(0.6, 40, asked), byMeaning(0.6, 40)]
    expect(named?.missing).toEqual(['whatsapp'])
    expect(named?.confidence).toBeLessThan(plain?.confidence ?? 0)
  })
})

describe('near misses', () => {
  it('are read off the hits as they were, once, when they are asked for, and stand in JSON where they always did', () => {
    let read = 0
    const verdict = judged({
      query: query(['a', 'b']),
      held: new Map([['a', 1]]),
      nameOf: (place) => {
        read += place > 0 ? 1 : 0
        return wordsOf('zig zag zoo')
      },
      docIds: [0, 1, 2, 3],
      scores: [3, 3, 3, 3],
    })
    expect(verdict.level).not.toBe('strong')
    expect(read).toBe(0)
    expect(Object.keys(verdict)).toEqual(['level', 'confidence', 'certainty', 'nearMisses'])
    expect(JSON.parse(JSON.stringify(verdict)).nearMisses).toHaveLength(3)
    expect(verdict.nearMisses).toBe(verdict.nearMisses)
    expect(read).toBe(2)
    expect(structuredClone(verdict)).toEqual(verdict)
  })
})
