import fc from 'fast-check'
import { expect, it } from 'vitest'
import { niceTicks } from './latency-plot.ts'

it.each([
  [0.4, [0, 0.2, 0.4]],
  [7, [0, 5, 10]],
  [37, [0, 20, 40]],
  [100, [0, 50, 100]],
  [0, [0, 1]],
])('has round numbers up to %d', (most, ticks) => {
  expect(niceTicks(most, 3)).toEqual(ticks)
})

it('reaches at least as far as it must, in few steps of one length', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 10 }),
      (most, count) => {
        const ticks = niceTicks(most, count)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-6))
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
      },
    ),
  )
})
