import { expect, it } from 'vitest'
import { fitGrowth } from './fit-growth.ts'

it('finds the power that points lie on', () => {
  const { factor, exponent, residuals } = fitGrowth([100, 1_000, 10_000].map((n) => [n, 3 * n ** 0.5]))
  expect(factor).toBeCloseTo(3, 9)
  expect(exponent).toBeCloseTo(0.5, 9)
  for (const residual of residuals) expect(residual).toBeCloseTo(0, 9)
})

it('tells how far points lie beside it', () => {
  const { exponent, residuals } = fitGrowth([
    [1, 2],
    [10, 1],
    [100, 2],
  ])
  expect(exponent).toBeCloseTo(0, 9)
  expect(residuals[0]).toBeCloseTo(2 ** (1 / 3) - 1, 9)
  expect(residuals[1]).toBeCloseTo(2 ** (-2 / 3) - 1, 9)
})
