import { describe, expect, it } from 'vitest'
import { toFieldTexts } from './field-texts.ts'
import { generateQueries } from './generate-queries.ts'
import { generateTools } from './generate-tools.ts'
import { splitPlainWords, toPlainWords } from './plain-words.ts'

const tools = [...generateTools({ seed: 1, count: 1_000 })]
const queries = generateQueries(tools, { seed: 1, count: 1_000 })

describe('queries', () => {
  it('are the same for the same seed, others for another', () => {
    expect(generateQueries(tools, { seed: 1, count: 1_000 })).toEqual(queries)
    expect(generateQueries(tools, { seed: 2, count: 1_000 })).not.toEqual(queries)
  })

  it('are made of different words of their tool', () => {
    const byId = new Map(tools.map((tool) => [tool.id, tool]))
    for (const { text, target } of queries) {
      const tool = byId.get(target)
      if (tool === undefined) throw new TypeError(`${target} is no tool`)
      const own = new Set(Object.values(toFieldTexts(tool)).flatMap(splitPlainWords))
      const words = text.split(' ')
      expect(words.filter((word) => !own.has(word))).toEqual([])
      expect(new Set(words).size).toBe(words.length)
      expect(toPlainWords(text)).not.toBe('')
    }
  })

  it('have 3 to 8 words, 4.4 on average and 3.4 without function words', () => {
    const lengths = queries.map(({ text }) => text.split(' ').length)
    const plain = queries.map(({ text }) => toPlainWords(text).split(' ').length)
    expect(Math.max(...lengths)).toBe(8)
    expect(lengths.filter((length) => length < 3).length).toBeLessThan(10)
    expect(mean(lengths)).toBeCloseTo(4.4, 0)
    expect(Math.abs(mean(plain) - 3.4)).toBeLessThan(0.2)
  })

  it('are none for no tools', () => {
    expect(generateQueries([], { seed: 1, count: 10 })).toEqual([])
  })
})

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
