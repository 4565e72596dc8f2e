import { parseTool, type ToolDefinition, toToolSummary } from '@toolscout/model'
import { toSearchDocument } from '@toolscout/schema'
import { createAnalyzer, DEFAULT_BM25F, LEXICAL_BM25F, resolveBm25f } from '@toolscout/search'
import { expect, it } from 'vitest'
import { createForwardRows, frequencyScale } from './forward-row.ts'
import { STEM_BITS, termHash } from './term-hash.ts'

const rows = createForwardRows(createAnalyzer(), DEFAULT_BM25F)
const rowOf = (members: Partial<ToolDefinition>) => {
  const { tool } = parseTool({ name: 'x', inputSchema: { type: 'object' }, ...members })
  return rows(toSearchDocument({ tool, summary: toToolSummary(tool, []), notes: '' }))
}
const frequencyOf = (row: ReturnType<typeof rowOf>, term: string): number | undefined =>
  row.frequencies[row.terms.indexOf(termHash(term))]

it('frequencies are whole numbers of an eighth, weighted by field', () => {
  const row = rowOf({ name: 'file', description: 'shows files of a file' })
  expect(frequencyScale(DEFAULT_BM25F)).toEqual({ unit: 1 / 8 })
  expect(frequencyOf(row, 'file')).toBe(8 * (3 + 1))
  expect(frequencyOf(row, 'file*')).toBe(8 * (3 + 1 + 1))
  expect(frequencyOf(row, 'files')).toBe(8)
  expect(row.length).toBe(3)
})

it('a stem and the word spelled like it are one entry where both stand equally often', () => {
  const row = rowOf({ name: 'file', description: 'moves a file' })
  expect(frequencyOf(row, 'file*')).toBe(-8 * (3 + 1))
  expect(frequencyOf(row, 'file')).toBeUndefined()
  expect(termHash('file*') ^ STEM_BITS).toBe(termHash('file'))
  // `moves` and its stem are spelled differently.
  expect(frequencyOf(row, 'moves')).toBe(8)
  expect(frequencyOf(row, 'move*')).toBe(8)
})

it('terms are in ascending order, so that they are found by halving', () => {
  const { terms } = rowOf({ description: 'one two three four five six seven eight nine ten' })
  expect([...terms].sort((a, b) => a - b)).toEqual(terms)
  expect(new Set(terms).size).toBe(terms.length)
})

it('weights that two bytes cannot hold are refused', () => {
  expect(frequencyScale(LEXICAL_BM25F).unit).toBe(1 / 512)
  const fine = resolveBm25f({ weights: { name: 999.999, description: 0.001 } })
  expect(() => frequencyScale(fine)).toThrow(RangeError)
})
