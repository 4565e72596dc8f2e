import type { Random } from './random.ts'

/** Points of a distribution: the share of values that are at most so large, ascending from 0 to 1. */
export type Quantiles = readonly (readonly [share: number, value: number])[]

/** Draws from the distribution through the points, straight between them (inverse transform sampling). */
export function drawQuantile(quantiles: Quantiles, random: Random): number {
  const share = random.next()
  let [fromShare, fromValue] = quantiles[0] as readonly [number, number]
  for (const [toShare, toValue] of quantiles) {
    if (share < toShare) {
      return fromValue + ((toValue - fromValue) * (share - fromShare)) / (toShare - fromShare)
    }
    fromShare = toShare
    fromValue = toValue
  }
  return fromValue
}
