import type { ToolDoc } from '@toolscout/tooldoc'
import { describe, expect, it } from 'vitest'
import type { GatewayAnswer } from '../../gateway.ts'
import { bestHits, firstSentence, fitSections, headLines, toolLine } from './search-text.ts'

const answerOf = (level: string, confidence: number, scores: readonly number[]): GatewayAnswer =>
  ({
    hits: scores.map((score, i) => ({ id: `t${i}`, score })),
    unmatchedTerms: [],
    verdict: { level, confidence, nearMisses: [] },
  }) as never

describe('an answer shows', () => {
  it.each([
    ['strong', [10, 9, 8, 7, 6], 3],
    ['weak', [10, 9, 8, 7, 6, 5, 5], 5],
    ['none', [10, 9, 8, 7, 6, 5], 5],
    ['weak', [10, 4.5, 4.49, 1], 2],
    ['strong', [10, 4], 1],
    ['weak', [], 0],
  ])('of a %s one with scores %j the best %d', (level, scores, shown) => {
    expect(bestHits(answerOf(level, 0.5, scores))).toHaveLength(shown)
  })

  it.each([
    ['strong', 0.9, 'The first very likely fits.'],
    ['weak', 0.5, 'Nearest, best first:'],
    ['none', 0.3, 'Nearest, best first:'],
    ['none', 0.29, 'Probably nothing here does that.'],
  ])('for %s with confidence %d "%s"', (level, confidence, headline) => {
    expect(headLines(answerOf(level, confidence, [1]))).toEqual([headline])
  })

  it('first of all five words at most that no tool mentions', () => {
    const answer = { ...answerOf('none', 0, [1]), unmatchedTerms: ['a', 'b', 'c', 'd', 'e', 'f'] }
    expect(headLines(answer)).toEqual(['No tool mentions: a, b, c, d, e', 'Probably nothing here does that.'])
  })
})

describe('a line', () => {
  const docOf = (summary: string, properties: object): ToolDoc =>
    ({ id: 'a:b', detail: 'schema', summary, tool: { inputSchema: { type: 'object', properties } } }) as never

  it('is the signature and the first sentence', () => {
    const doc = docOf('Sends a mail. Args: to.', { to: { type: 'string' }, cc: { enum: ['x', 'y'] } })
    expect(toolLine(doc, 'a:b')).toBe('a:b(to?: string, cc?: "x" | "y") // Sends a mail.')
  })

  it('has at most 170 code points of signature and 120 of prose', () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`field_${i}`, { type: 'string' }]))
    const [signature = '', prose = ''] = toolLine(docOf('word '.repeat(90), many), 'a:b').split(' // ')
    expect(signature.length).toBeLessThanOrEqual(170)
    expect(signature.length).toBeGreaterThan(140)
    expect(prose.length).toBeLessThanOrEqual(120)
  })

  it.each([
    ['Gets it. Then more.', 'Gets it.'],
    ['Gets things, e.g. these. More', 'Gets things, e.g. these.'],
    ['Version 1.2 of it', 'Version 1.2 of it'],
    ['取得します。次', '取得します。'],
    ['', ''],
  ])('of %j has %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})

describe('answers within a budget', () => {
  const line = (id: string) => ({ id, name: id, full: `${id} ${'words '.repeat(20)}` })
  const sections = [
    { head: ['One:'], lines: ['a', 'b', 'c'].map(line) },
    { head: ['Two:'], lines: ['d', 'e'].map(line) },
  ]

  it('lose the last lines, then notes, then names', () => {
    const shown = [500, 100, 50, 20, 8].map((budget) => fitSections(sections, ['note'], budget).text)
    expect(shown.map((text) => text.split('\n').map((row) => row.slice(0, 4)))).toMatchInlineSnapshot(`
      [
        [
          "One:",
          "a wo",
          "b wo",
          "c wo",
          "Two:",
          "d wo",
          "e wo",
          "note",
        ],
        [
          "One:",
          "a wo",
          "b wo",
          "c",
          "Two:",
          "d wo",
          "e wo",
          "note",
        ],
        [
          "One:",
          "a wo",
          "b",
          "c",
          "Two:",
          "d",
          "e",
          "note",
        ],
        [
          "One:",
          "a",
          "Two:",
        ],
        [
          "One:",
          "a",
          "Two:",
        ],
      ]
    `)
  })

  it('name exactly the tools they show', () => {
    expect(fitSections(sections, [], 500).ids).toEqual(['a', 'd', 'b', 'e', 'c'])
    expect(fitSections(sections, [], 8).ids.length).toBeLessThan(5)
    expect(fitSections(sections, [], 1)).toEqual({ text: 'One:\nTwo:', ids: [] })
  })
})
