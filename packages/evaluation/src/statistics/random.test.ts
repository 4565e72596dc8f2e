import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

describe('random numbers', () => {
  it('are the same for the same seed, others for others', () => {
    const draw = (seed: number): readonly number[] => {
      const random = createRandom(seed)
      return Array.from({ length: 5 }, () => random.below(1_000))
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(draw(0)).not.toEqual(draw(1))
  })

  it('are spread evenly', () => {
    const random = createRandom(7)
    const counts = new Array<number>(10).fill(0)
    for (let i = 0; i < 100_000; i += 1) {
      const place = random.below(10)
      counts[place] = (counts[place] as number) + 1
    }
    // Five standard deviations of a binomial count.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9_000))
  })

  it('shuffle all orders alike, and leave the list as it is', () => {
    const random = createRandom(3)
    const items = Object.freeze(['a', 'b', 'c'])
    const counts = new Map<string, number>()
    for (let i = 0; i < 6_000; i += 1) {
      const order = random.shuffle(items).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(5 * Math.sqrt(834))
  })

  it.each([-1, 1.5, 2 ** 32, Number.NaN])('refuse the seed %d', (seed) => {
    expect(() => createRandom(seed)).toThrow(RangeError)
  })
})
