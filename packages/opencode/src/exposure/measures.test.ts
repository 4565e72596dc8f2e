import { describe, expect, it } from 'vitest'
import { MAX_KEPT_DURATIONS, Measure } from './toolbox-session.ts'

describe('a measure', () => {
  it('has nothing to tell before the first duration', () => {
    expect(new Measure().stats()).toBeNull()
  })

  it('tells the same of one duration in every way', () => {
    const measure = new Measure()
    measure.add(2)
    expect(measure.stats()).toEqual({ count: 1, min: 2, max: 2, avg: 2, p50: 2, p95: 2, p99: 2, total: 2 })
  })

  it('takes the element at ceil(p / 100 * n) - 1 as percentile (OPC-044)', () => {
    const measure = new Measure()
    for (let i = 100; i >= 1; i -= 1) measure.add(i)
    expect(measure.stats()).toMatchObject({
      count: 100,
      min: 1,
      max: 100,
      avg: 50.5,
      p50: 50,
      p95: 95,
      p99: 99,
    })
  })

  it('keeps the last durations and counts all', () => {
    const measure = new Measure()
    for (let i = 0; i < MAX_KEPT_DURATIONS; i += 1) measure.add(1_000)
    for (let i = 0; i < MAX_KEPT_DURATIONS; i += 1) measure.add(1)
    expect(measure.stats()).toMatchObject({ count: 2 * MAX_KEPT_DURATIONS, max: 1_000, p99: 1 })
  })
})
