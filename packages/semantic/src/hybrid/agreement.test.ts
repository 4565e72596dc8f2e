import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agreementOf } from './agreement.ts'
import { anyHits, ranked } from './fixtures/rankings.ts'

const LETTERS = 'abcdefghijklmnopqrst'

it('is high for a ranking of the same tools in much the same order', () => {
  expect(agreementOf(ranked(LETTERS), ranked(LETTERS))).toBeGreaterThan(0.8)
  expect(agreementOf(ranked(LETTERS), ranked('bacedfghijklmnopqrst'))).toBeGreaterThan(0.6)
})

it('is about nothing for a ranking of other tools, and for one that is upside down', () => {
  expect(agreementOf(ranked(LETTERS), ranked('0123456789'))).toBe(0)
  expect(agreementOf(ranked(LETTERS), ranked([...LETTERS].reverse()))).toBeLessThan(0.25)
})

it('is nothing where one of the two found nothing', () => {
  expect(agreementOf([], ranked('ab'))).toBe(0)
  expect(agreementOf(ranked('ab'), [])).toBe(0)
})

it('lies between minus a third and one, whatever the unit of either', () => {
  fc.assert(
    fc.property(anyHits, anyHits, fc.constantFrom(0.5, 4), (lead, other, factor) => {
      const agreement = agreementOf(lead, other)
      expect(agreement).toBeGreaterThanOrEqual(-1 / 3 - 1e-9)
      expect(agreement).toBeLessThanOrEqual(1 + 1e-9)
      const scaled = lead.map(({ id, score }) => ({ id, score: factor * score }))
      expect(agreementOf(scaled, other)).toBeCloseTo(agreement, 9)
    }),
  )
})
