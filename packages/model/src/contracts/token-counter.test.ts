import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './token-counter.ts'

/** Texts of white space with their tokens: the larger of o200k_base and cl100k_base, by gpt-tokenizer 4.0.0. */
const COUNTED: readonly (readonly [text: string, tokens: number])[] = [
  [' ', 1],
  ['    ', 1],
  [' '.repeat(100), 2],
  [' '.repeat(1_000), 9],
  ['\n', 1],
  ['\n'.repeat(5), 1],
  ['\n'.repeat(100), 7],
  ['\n'.repeat(1_000), 63],
  ['\t', 1],
  ['\t'.repeat(100), 6],
  [' \n \n \n', 2],
  ['\u00a0', 1],
  ['\u2003'.repeat(5), 10],
  ['a b', 2],
  ['a  b', 3],
  [`a${' '.repeat(20)}b`, 3],
  ['a\tb', 2],
  ['a\t\tb', 3],
  ['a\r\nb', 3],
  ['a\n    b\n        c', 7],
  ['a   ', 2],
  ['a\u2028b', 4],
  [' \t \t \t', 2],
  ['\t '.repeat(50), 50],
  ['\n '.repeat(50), 26],
]

describe('estimateTokens', () => {
  it.each(COUNTED)('counts at least what tokenizers do for %j: %i', (text, tokens) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens)
    expect(estimateTokens(text)).toBeLessThanOrEqual(2 * tokens + 1)
  })

  it('counts nothing for nothing, and something for anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\s*$/)), (text) => {
        expect(estimateTokens(text) > 0).toBe(text !== '')
      }),
    )
  })
})
