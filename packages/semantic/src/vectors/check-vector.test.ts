import { expect, it } from 'vitest'
import { faultOfVector } from './vector-kernel.ts'

it('says what is wrong with a vector', () => {
  expect(faultOfVector([1, 0], 2)).toContain('Float32Array')
  expect(faultOfVector(Float32Array.of(1), 2)).toContain('1 dimensions in place of 2')
  expect(faultOfVector(Float32Array.of(Number.NaN, 1), 2)).toContain('not a number')
  expect(faultOfVector(Float32Array.of(1e38, 1e38), 2)).toContain('length')
  expect(faultOfVector(Float32Array.of(0, 0), 2)).toContain('length 0')
})
