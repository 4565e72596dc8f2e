import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairedBootstrap } from './paired-bootstrap.ts'

const values = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  {
    minLength: 2,
    maxLength: 30,
  },
)

describe('the paired bootstrap', () => {
  it('gives the difference, an interval around it and a p-value, turned round when the runs are', () => {
    fc.assert(
      fc.property(values, (pairs) => {
        const baseline = pairs.map(([value]) => value)
        const candidate = pairs.map(([, value]) => value)
        const there = pairedBootstrap([{ baseline, candidate }], { resamples: 200 })
        const back = pairedBootstrap([{ baseline: candidate, candidate: baseline }], { resamples: 200 })
        expect(there.low).toBeLessThanOrEqual(there.high)
        expect(there.pValue).toBeGreaterThan(0)
        expect(there.pValue).toBeLessThanOrEqual(1)
        expect(back.difference).toBeCloseTo(-there.difference, 12)
        expect(back.low).toBeCloseTo(-there.high, 12)
        expect(back.pValue).toBeCloseTo(there.pValue, 12)
      }),
      { numRuns: 50 },
    )
  })

  it('is sure of nothing where runs are equal, and of everything where each query gains alike', () => {
    const baseline = [0.1, 0.5, 0.9]
    expect(pairedBootstrap([{ baseline, candidate: baseline }])).toEqual({
      difference: 0,
      low: 0,
      high: 0,
      pValue: 1,
    })
    const always = pairedBootstrap([{ baseline: [0, 0, 0], candidate: [1, 1, 1] }])
    expect(always).toMatchObject({ difference: 1, low: 1, high: 1, pValue: 1 / 2_001 })
  })

  it('agrees with the normal approximation on many queries', () => {
    // 400 gains of 1 and 240 losses of 1 among 1,000 queries: mean 0.16, standard error sqrt((0.64 - 0.16²) / 1000).
    const candidate = Array.from({ length: 1_000 }, (_, i) => (i < 400 ? 1 : 0))
    const baseline = Array.from({ length: 1_000 }, (_, i) => (i >= 400 && i < 640 ? 1 : 0))
    const error = Math.sqrt((0.64 - 0.16 ** 2) / 1_000)
    const { difference, low, high } = pairedBootstrap([{ baseline, candidate }], { resamples: 10_000 })
    expect(difference).toBeCloseTo(0.16, 12)
    expect(low).toBeCloseTo(0.16 - 1.96 * error, 2)
    expect(high).toBeCloseTo(0.16 + 1.96 * error, 2)
  })

  it('has a p-value near the exact sign test where differences are signs', () => {
    // Shifted by its mean of 0.1, a draw is as far as 0.1 about as often as the normal tail says: z = 0.1 / 0.0995.
    const candidate = Array.from({ length: 100 }, (_, i) => (i < 55 ? 1 : 0))
    const baseline = candidate.map((value) => 1 - value)
    const { pValue } = pairedBootstrap([{ baseline, candidate }], { resamples: 20_000 })
    expect(pValue).toBeGreaterThan(0.29)
    expect(pValue).toBeLessThan(0.37)
  })

  it('counts sets alike, however many queries they have', () => {
    const one = { baseline: [0], candidate: [1] }
    const many = { baseline: [0, 0, 0], candidate: [0, 0, 0] }
    expect(pairedBootstrap([one, many]).difference).toBe(0.5)
  })

  it('is the same for the same seed', () => {
    const set = { baseline: [0, 0.2, 0.4, 0.6], candidate: [0.5, 0, 0.5, 1] }
    expect(pairedBootstrap([set], { seed: 5 })).toEqual(pairedBootstrap([set], { seed: 5 }))
  })

  it('refuses what it cannot compare', () => {
    expect(() => pairedBootstrap([])).toThrow('There is no set to compare on.')
    expect(() => pairedBootstrap([{ baseline: [1], candidate: [] }])).toThrow(
      /1 values of one run and 0 of the other/,
    )
    const set = { baseline: [0], candidate: [1] }
    expect(() => pairedBootstrap([set], { resamples: 99 })).toThrow(RangeError)
    expect(() => pairedBootstrap([set], { seed: -1 })).toThrow(RangeError)
  })
})
