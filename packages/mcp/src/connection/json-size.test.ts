import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSize } from './json-size.ts'

describe('jsonSize', () => {
  it('is never less than the texts in a value take', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const texts =
          JSON.stringify(value)
            .match(/[A-Za-z]+/g)
            ?.join('') ?? ''
        expect(jsonSize(value, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(Math.min(texts.length, 8))
      }),
    )
  })

  it('grows with what is added', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const whole = jsonSize([a, b], Number.POSITIVE_INFINITY)
        expect(whole).toBeGreaterThan(jsonSize(a, Number.POSITIVE_INFINITY))
        expect(whole).toBeGreaterThan(jsonSize(b, Number.POSITIVE_INFINITY))
      }),
    )
  })

  it('counts bytes, not characters', () => {
    expect(jsonSize('ä'.repeat(100), 1_000)).toBeGreaterThanOrEqual(200)
  })

  it('stops once the limit is passed', () => {
    const many = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))
    expect(jsonSize(many, 5_000)).toBeLessThan(20_000)
  })

  it('walks a value that is nested a million levels deep', () => {
    let deep: unknown = 'bottom'
    for (let i = 0; i < 1_000_000; i += 1) deep = [deep]
    expect(jsonSize(deep, Number.POSITIVE_INFINITY)).toBeGreaterThan(1_000_000)
  })
})
