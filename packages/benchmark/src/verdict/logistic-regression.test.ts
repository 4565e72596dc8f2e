import { describe, expect, it } from 'vitest'
import { type Example, fitLogistic } from './logistic-regression.ts'

const GRID = Array.from({ length: 21 }, (_, i) => (i - 10) / 5)

/** Each point of a grid as true and as false, counting as often as these weights say that it is. */
function examplesOf([intercept, one, other]: readonly [number, number, number]): readonly Example[] {
  return GRID.flatMap((x) =>
    GRID.flatMap((y) => {
      const share = 1 / (1 + Math.exp(-(intercept + one * x + other * y)))
      const features = [x, y]
      return [
        { features, label: true, weight: share },
        { features, label: false, weight: 1 - share },
      ]
    }),
  )
}

describe('fitting a logistic regression', () => {
  it('finds the weights that the examples were made with', () => {
    const weights = [-0.5, 1.5, -1] as const
    fitLogistic(examplesOf(weights)).forEach((fitted, i) => {
      expect(Math.abs(fitted - (weights[i] ?? 0))).toBeLessThan(0.05)
    })
  })

  it('weighs examples relative to one another alone', () => {
    const examples = examplesOf([0.3, 1, 2])
    const tenfold = examples.map((example) => ({ ...example, weight: 10 * example.weight }))
    const plain = fitLogistic(examples)
    fitLogistic(tenfold).forEach((fitted, i) => {
      expect(fitted).toBeCloseTo(plain[i] ?? 0)
    })
  })

  it('gives a feature that never changes no weight, and one that tells all apart a finite one', () => {
    const examples = [-2, -1, 1, 2].map((value) => ({ features: [value, 5], label: value > 0, weight: 1 }))
    const [, telling = 0, constant] = fitLogistic(examples)
    expect(telling).toBeGreaterThan(0)
    expect(Number.isFinite(telling)).toBe(true)
    expect(constant).toBeCloseTo(0)
  })
})
