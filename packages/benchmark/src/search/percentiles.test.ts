import { describe, expect, it } from 'vitest'
import { median, percentile } from './percentiles.ts'

describe('percentile', () => {
  it('is the number at the rank, counted from the smallest', () => {
    const numbers = [40, 10, 30, 20]
    expect([0, 0.25, 0.26, 0.5, 0.99, 1].map((share) => percentile(numbers, share))).toEqual([
      10, 10, 20, 20, 40, 40,
    ])
    expect(numbers).toEqual([40, 10, 30, 20])
  })

  it('is null for nothing', () => {
    expect(percentile([], 0.5)).toBeNull()
  })
})

describe('median', () => {
  it('is the number in the middle or the mean of the two there', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, 1, 5, 7])).toBe(6)
    expect(median([])).toBeNull()
  })
})
