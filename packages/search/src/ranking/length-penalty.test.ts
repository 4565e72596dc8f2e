import { SEARCH_FIELDS } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, type DocumentTokens } from '../analysis/tokens.ts'
import { createLengths } from './length-penalty.ts'
import { LEXICAL_BM25F } from './signals.ts'

const reader = createDocumentReader(createAnalyzer())
/** A tool whose description has so many words. */
const document = (words: number): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => (field === 'description' ? 'word '.repeat(words) : '')))
const lengthsOf = (all: readonly number[]) => {
  const lengths = createLengths(LEXICAL_BM25F.lengthWeights)
  all.forEach((words, docId) => {
    lengths.place(docId, document(words))
  })
  return lengths
}

const factorsOf = (all: readonly number[], strength: number): readonly number[] => {
  const factorOf = lengthsOf(all).factor(strength)
  return [...all.keys()].map((docId) => factorOf?.(docId) ?? 1)
}

describe('lengths', () => {
  it('beyond eight times the median keep a share of the score, by the strength', () => {
    const all = [9, 9, 9, 9, 9, 79, 159, 319]
    expect(factorsOf(all, 1)).toEqual([1, 1, 1, 1, 1, 1, 0.5, 0.25])
    expect(factorsOf(all, 2).slice(5)).toEqual([1, 0.25, 0.0625])
    expect(factorsOf(all, 0).slice(5)).toEqual([1, 1, 1])
  })

  it('are usual by the median, which a flood of long texts does not move', () => {
    const [short, long] = [Array.from({ length: 11 }, () => 9), Array.from({ length: 10 }, () => 500)]
    expect(factorsOf([...short, ...long], 1)[20]).toBeLessThan(0.2)
  })

  it('are those of the tools that are there', () => {
    const lengths = lengthsOf([9, 9, 9, 500, 500, 500, 500])
    const keptBy = (docId: number): number => lengths.factor(1)?.(docId) ?? 1
    expect(keptBy(3)).toBe(1)
    for (const docId of [5, 6]) lengths.remove(docId)
    expect(keptBy(3)).toBeLessThan(0.2)
    lengths.place(3, document(9))
    expect([keptBy(3), keptBy(4) < 0.2]).toEqual([1, true])
  })
})
