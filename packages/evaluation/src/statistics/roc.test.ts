import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve, bestThreshold, rateThreshold, type TwoGroups, thresholdForRate } from './roc.ts'

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

describe('thresholds', () => {
  const groups: TwoGroups = { positives: [0.9, 0.8, 0.4], negatives: [0.5, 0.3, 0.2, 0.1] }

  it('are rated by what is at or above them', () => {
    expect(rateThreshold(groups, 0.5)).toEqual({
      value: 0.5,
      truePositiveRate: 2 / 3,
      falsePositiveRate: 1 / 4,
    })
  })

  it('part the groups best where true minus false positives is highest', () => {
    expect(bestThreshold(groups)).toEqual({ value: 0.4, truePositiveRate: 1, falsePositiveRate: 1 / 4 })
    expect(bestThreshold({ positives: [1], negatives: [] })).toBeUndefined()
    expect(bestThreshold({ positives: [], negatives: [1] })).toBeUndefined()
  })

  it('keep as many positives as are asked for, and not more than needed', () => {
    expect(thresholdForRate(groups, 0.6)?.value).toBe(0.8)
    expect(thresholdForRate(groups, 1)?.value).toBe(0.4)
    expect(thresholdForRate({ positives: [], negatives: [] }, 0.5)).toBeUndefined()
    expect(() => thresholdForRate(groups, 0)).toThrow(RangeError)
  })

  it('are better than any other border, and at the rate that was asked for', () => {
    fc.assert(
      fc.property(
        numbers,
        numbers,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (positives, negatives, rate) => {
          const both = { positives, negatives }
          const best = bestThreshold(both)
          for (let border = -1; border < 10; border += 1) {
            const other = rateThreshold(both, border)
            expect((best?.truePositiveRate ?? 0) - (best?.falsePositiveRate ?? 0)).toBeGreaterThanOrEqual(
              other.truePositiveRate - other.falsePositiveRate - 1e-12,
            )
          }
          expect(thresholdForRate(both, rate)?.truePositiveRate).toBeGreaterThanOrEqual(rate - 1e-12)
        },
      ),
    )
  })
})
