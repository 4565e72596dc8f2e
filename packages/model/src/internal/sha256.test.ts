import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainSha256, sha256 } from './platform.ts'

it('is that of the standard, with and without help of the platform', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.nat(200).map((length) => 'a'.repeat(length)),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const expected = createHash('sha256').update(text, 'utf8').digest('hex')
      expect([sha256(text), plainSha256(text)]).toEqual([expected, expected])
    }),
    { numRuns: 500 },
  )
})
