import { quote, requireKnownMembers } from '@toolscout/model/internal'

/** The borders between levels of confidence, as callers give them. */
export interface VerdictOptions {
  /** Below it the level is `none`. Default 0.14. Legal: 0 (`none` only where nothing is found) to `strong`. */
  readonly none?: number | undefined
  /** From it on the level is `strong`. Default 0.65. Legal: `none` to 1. */
  readonly strong?: number | undefined
}

/** The borders between levels of confidence. */
export type VerdictThresholds = { readonly [border in keyof VerdictOptions]-?: number }

/**
 * Where levels part unless somebody knows better: of questions with an answer hardly any are called `none`, of those
 * without one hardly any `strong`. `docs/ranking.md` has the shares.
 */
export const DEFAULT_THRESHOLDS: VerdictThresholds = Object.freeze({ none: 0.14, strong: 0.65 })

/**
 * Fills in defaults and checks ranges.
 *
 * @throws RangeError when a border is none or the two are in the wrong order.
 * @throws TypeError when there is an unknown member.
 */
export function resolveThresholds(options: VerdictOptions = {}): VerdictThresholds {
  requireKnownMembers('the option verdict', options, Object.keys(DEFAULT_THRESHOLDS))
  const { none = DEFAULT_THRESHOLDS.none, strong = DEFAULT_THRESHOLDS.strong } = options
  const areNumbers = typeof none === 'number' && typeof strong === 'number'
  if (areNumbers && none >= 0 && none <= strong && strong <= 1) return Object.freeze({ none, strong })
  throw new RangeError(
    `The verdict's borders are none ${quote(none)} and strong ${quote(strong)}; they must satisfy 0 ≤ none ≤ strong ≤ 1.`,
  )
}
