import { SEARCH_FIELDS } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, type DocumentTokens } from '../analysis/tokens.ts'
import { InvertedIndex } from '../kernel/inverted-index.ts'
import { lengthPenalty } from './length-penalty.ts'
import { LEXICAL_BM25F } from './signals.ts'

const reader = createDocumentReader(createAnalyzer())
/** A tool whose description has so many words. */
const document = (words: number): DocumentTokens =>
  reader.read(SEARCH_FIELDS.map((field) => (field === 'description' ? 'word '.repeat(words) : '')))
const indexOf = (all: readonly number[]): InvertedIndex => {
  const index = new InvertedIndex(LEXICAL_BM25F)
  all.forEach((words, i) => {
    index.upsert(`tool ${i}`, document(words))
  })
  return index
}

const factorsOf = (all: readonly number[], strength: number): readonly number[] => {
  const index = indexOf(all)
  const factorOf = lengthPenalty(index, strength)
  return all.map((_, i) => factorOf?.(index.docIdOf(`tool ${i}`) as number) ?? 1)
}

describe('lengths', () => {
  it('beyond eight times the median keep a share of the score, by the strength', () => {
    const all = [9, 9, 9, 9, 9, 79, 159, 319]
    expect(factorsOf(all, 1)).toEqual([1, 1, 1, 1, 1, 1, 0.5, 0.25])
    expect(factorsOf(all, 2).slice(5)).toEqual([1, 0.25, 0.0625])
  })

  it('are usual by the median, which a flood of long texts does not move', () => {
    const [short, long] = [Array.from({ length: 11 }, () => 9), Array.from({ length: 10 }, () => 500)]
    expect(factorsOf([...short, ...long], 1)[20]).toBeLessThan(0.2)
  })

  it('are those of the tools that are there', () => {
    const index = indexOf([9, 9, 9, 500, 500, 500, 500])
    const keptBy = (i: number): number => lengthPenalty(index, 1)?.(index.docIdOf(`tool ${i}`) as number) ?? 1
    expect(keptBy(3)).toBe(1)
    for (const i of [5, 6]) index.remove(`tool ${i}`)
    expect(keptBy(3)).toBeLessThan(0.2)
    index.upsert('tool 3', document(9))
    expect([keptBy(3), keptBy(4) < 0.2]).toEqual([1, true])
  })
})
