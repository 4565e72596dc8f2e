import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTermBitmap, rankIn } from './postings.ts'

it('tells of every document whether it is there and how many come before it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 199 })), (ordinals) => {
      const sorted = Uint16Array.from(ordinals).sort()
      const padded = Uint16Array.of(7, ...sorted, 9)
      const bitmap = createTermBitmap(padded, 1, padded.length - 1, 200)
      for (let ordinal = 0; ordinal < 200; ordinal += 1) {
        expect(rankIn(bitmap, ordinal)).toBe(sorted.indexOf(ordinal))
      }
    }),
  )
})
