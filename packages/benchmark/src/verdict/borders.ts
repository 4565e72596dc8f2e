import {
  certaintyOf,
  confidenceOf,
  type Evidence,
  type FEATURES,
  type VerdictWeights as Weights,
} from '@toolscout/search/internal'
import type { Observation } from './observe.ts'

/** What is fitted: `confidence` and `certainty`. */
export type Regression = keyof typeof FEATURES

/** An observation and what it counts, above 0. */
export interface Weighed {
  readonly observation: Observation
  readonly weight: number
}

/** The logarithm of the odds. */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** The logit that some weights give; without evidence the lowest there is. */
export function logitOf(evidence: Evidence | undefined, weights: Weights, regression: Regression): number {
  const judge = regression === 'confidence' ? confidenceOf : certaintyOf
  const probability = evidence === undefined ? 0 : judge(evidence, weights)
  return logit(Math.min(1 - 1e-12, Math.max(1e-12, probability)))
}

/** The lowest value that at most a share, 0 to 1, of the observations lies below; `undefined` without any. */
export function borderAt(
  weighed: readonly Weighed[],
  logitAt: (observation: Observation) => number,
  share: number,
): number | undefined {
  const values = weighed
    .map(({ observation, weight }) => ({ value: logitAt(observation), weight }))
    .sort((one, other) => one.value - other.value)
  let allowed = share * values.reduce((sum, { weight }) => sum + weight, 0)
  const first = values.find(({ weight }) => {
    allowed -= weight
    return allowed < 0
  })
  return first?.value
}

/** Weights with something added to some of them, rounded to three places. */
export function moved(weights: Weights, shift: Weights): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [
      name,
      Math.round((weight + (shift[name] ?? 0)) * 1000) / 1000,
    ]),
  )
}
