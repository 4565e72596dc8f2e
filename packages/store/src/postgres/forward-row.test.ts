import { parseTool, type ToolDefinition } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createAnalyzer, DEFAULT_BM25F, LEXICAL_BM25F, resolveBm25f } from '@toolscout/search'
import { expect, it } from 'vitest'
import { createForwardRows, frequencyScale } from './forward-row.ts'
import { hashText, termKey } from './term-hash.ts'

const rows = createForwardRows(createAnalyzer(), DEFAULT_BM25F)
const rowOf = (members: Partial<ToolDefinition>) => {
  const { tool } = parseTool({ name: 'x', inputSchema: { type: 'object' }, ...members })
  return rows(toSearchDocument({ tool, summary: toToolSummary(tool, []), notes: '' }))
}
const frequencyOf = (row: ReturnType<typeof rowOf>, term: string): number | undefined =>
  row.frequencies[row.terms.indexOf(termKey(hashText(term)))]

it('frequencies and lengths are whole numbers of an eighth, weighted by field', () => {
  const row = rowOf({ name: 'file', description: 'shows files of a file' })
  expect(frequencyScale(DEFAULT_BM25F)).toEqual({ unit: 1 / 8, lengthUnit: 1 / 8 })
  expect(frequencyOf(row, 'file')).toBe(8 * (3 + 1))
  expect(frequencyOf(row, 'file*')).toBe(8 * (3 + 1 + 1))
  expect(frequencyOf(row, 'files')).toBe(8)
  expect(row.length).toBe(8 * 3)
})

it('terms are in ascending order, each once', () => {
  const { terms } = rowOf({ description: 'one two three four five six seven eight nine ten' })
  expect([...terms].sort((a, b) => a - b)).toEqual(terms)
  expect(new Set(terms).size).toBe(terms.length)
})

it('weights that two bytes cannot hold are refused', () => {
  expect(frequencyScale(LEXICAL_BM25F).unit).toBe(1 / 512)
  const fine = resolveBm25f({ weights: { name: 999.999, description: 0.001 } })
  expect(() => frequencyScale(fine)).toThrow(RangeError)
})
