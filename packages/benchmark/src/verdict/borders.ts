import {
  DEFAULT_THRESHOLDS,
  type Evidence,
  type FEATURES,
  probabilityBy,
  type VerdictWeights as Weights,
} from '@toolscout/search/internal'
import type { Observation } from './observe.ts'

/** What is fitted: `confidence` and `certainty`. */
export type Regression = keyof (typeof FEATURES)['words']

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
export function logitOf(evidence: Evidence | undefined, weights: Weights): number {
  const probability = evidence === undefined ? 0 : probabilityBy(evidence, weights)
  return logit(Math.min(1 - 1e-12, Math.max(1e-12, probability)))
}

/** Questions with an answer, and the share of them, 0 to 1, that may be called `none`. */
interface Border {
  readonly weighed: readonly Weighed[]
  readonly share: number
}

/** Times that the two borders are moved in turn; what is neither large nor small has a share in both. */
const SHIFTS = 20

/** What brings the default threshold of `none` to two borders: by the intercept, and by the weight of `small`. */
export function shiftBorders({
  large,
  small,
  logitAt,
  smallnessOf,
}: {
  readonly large: Border
  readonly small: Border
  readonly logitAt: (observation: Observation) => number
  readonly smallnessOf: (observation: Observation) => number
}): { readonly intercept: number; readonly small: number } {
  const border = logit(DEFAULT_THRESHOLDS.none)
  const shift = { intercept: 0, small: 0 }
  for (let i = 0; i < SHIFTS; i += 1) {
    const shifted = (one: Observation): number => logitAt(one) + shift.small * smallnessOf(one)
    shift.intercept = border - (borderAt(large, shifted) ?? border)
    const moved = border - shift.intercept
    shift.small = moved - (borderAt(small, logitAt) ?? moved)
  }
  return shift
}

/** The lowest value that at most the share lies below; `undefined` without any. */
function borderAt(
  { weighed, share }: Border,
  logitAt: (observation: Observation) => number,
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
