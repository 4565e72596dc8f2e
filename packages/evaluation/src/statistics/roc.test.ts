import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve } from '../verdicts/evaluate-verdict.ts'

// Few different numbers, so that ties are common.
const numbers = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 30 })

describe('the area under the curve', () => {
  it('is computed by hand', () => {
    // Of six pairs, (3, 1), (3, 2), (2, 1) are won and (2, 2) is drawn; (1, 2) is lost and (1, 1) is drawn.
    expect(areaUnderCurve({ positives: [3, 2, 1], negatives: [1, 2] })).toBeCloseTo(4 / 6, 15)
    expect(areaUnderCurve({ positives: [2], negatives: [1] })).toBe(1)
    expect(areaUnderCurve({ positives: [1], negatives: [1] })).toBe(0.5)
  })

  it('is the share of pairs that are won, ties counting half', () => {
    fc.assert(
      fc.property(numbers, numbers, (positives, negatives) => {
        const pairs = positives.flatMap((one) =>
          negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
        )
        const naive = pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length
        expect(areaUnderCurve({ positives, negatives })).toBeCloseTo(naive, 12)
        expect(areaUnderCurve({ positives: negatives, negatives: positives })).toBeCloseTo(1 - naive, 12)
      }),
    )
  })

  it('does not exist for an empty group', () => {
    expect(areaUnderCurve({ positives: [], negatives: [1] })).toBeUndefined()
    expect(areaUnderCurve({ positives: [1], negatives: [] })).toBeUndefined()
  })
})
