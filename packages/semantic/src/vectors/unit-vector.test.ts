import { expect, it } from 'vitest'
import { faultOfVector, toUnitVector } from './unit-vector.ts'

it('makes vectors of length 1 of any numbers that have a direction', () => {
  for (const values of [
    [3, 4],
    [1e300, -1e300],
    [1e-300, 0],
    [5e-324, 5e-324],
  ]) {
    expect(faultOfVector(toUnitVector(values), 2)).toBeUndefined()
  }
  expect(toUnitVector([3, 4])).toEqual(Float32Array.of(0.6, 0.8))
})

it('makes none of what has no direction', () => {
  for (const values of [[], [0, 0], [1, Number.NaN], [1, Number.POSITIVE_INFINITY]]) {
    expect(toUnitVector(values)).toBeUndefined()
  }
})

it('says what is wrong with a vector', () => {
  expect(faultOfVector([1, 0], 2)).toContain('Float32Array')
  expect(faultOfVector(Float32Array.of(1), 2)).toContain('1 dimensions in place of 2')
  expect(faultOfVector(Float32Array.of(Number.NaN, 1), 2)).toContain('not a number')
  expect(faultOfVector(Float32Array.of(1e38, 1e38), 2)).toContain('length')
  expect(faultOfVector(Float32Array.of(0, 0), 2)).toContain('length 0')
})
