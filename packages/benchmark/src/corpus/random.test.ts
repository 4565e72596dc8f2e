import { describe, expect, it } from 'vitest'
import { drawQuantile } from './quantiles.ts'
import { createRandom } from './random.ts'

describe('random numbers', () => {
  it('are the same for the same seed and stream, others for others', () => {
    const draw = (seed: number, stream: number): readonly number[] => {
      const random = createRandom(seed, stream)
      return Array.from({ length: 5 }, random.next)
    }
    expect(draw(1, 2)).toEqual(draw(1, 2))
    expect(draw(1, 2)).not.toEqual(draw(1, 3))
    expect(draw(1, 2)).not.toEqual(draw(2, 2))
    expect(draw(1, 2)).not.toEqual(draw(1 + 2 ** 32, 2))
  })

  it('are spread evenly from 0 to below 1', () => {
    const random = createRandom(7, 0)
    const counts = new Array<number>(10).fill(0)
    for (let i = 0; i < 100_000; i += 1) {
      const place = random.below(10)
      counts[place] = (counts[place] as number) + 1
    }
    // Five standard deviations of a binomial count.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9_000))
  })

  it('follow quantiles', () => {
    const random = createRandom(7, 1)
    const points = [
      [0, 1],
      [0.5, 2],
      [1, 10],
    ] as const
    const drawn = Array.from({ length: 20_000 }, () => drawQuantile(points, random)).sort((a, b) => a - b)
    expect(drawn[0]).toBeGreaterThanOrEqual(1)
    expect(drawn[10_000]).toBeCloseTo(2, 0)
    expect(drawn[15_000]).toBeCloseTo(6, 0)
    expect(drawn[19_999]).toBeLessThan(10)
  })
})
