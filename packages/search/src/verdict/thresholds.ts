import { quote, requireKnownMembers } from '@toolscout/model/internal'

/** Where the verdict changes its level. */
export interface VerdictOptions {
  /** Below this confidence the level is `none`. Default 0.25. Legal: 0 (`none` only where nothing is found) to `strong`. */
  readonly none?: number | undefined
  /** From here on, by confidence and certainty both, the level is `strong`. Default 0.7. Legal: `none` to 1. */
  readonly strong?: number | undefined
}

/** Both thresholds, with defaults filled in. */
export type VerdictThresholds = { readonly [threshold in keyof VerdictOptions]-?: number }

/**
 * The weights are fitted to them: of the questions with an answer at most 3 % are `none`, in small catalogs 4 %, and at
 * least 90 % of `strong` are right.
 */
export const DEFAULT_THRESHOLDS: VerdictThresholds = Object.freeze({ none: 0.25, strong: 0.7 })

/**
 * Fills in defaults and checks ranges.
 *
 * @throws RangeError when a threshold is no number or the two are in the wrong order.
 * @throws TypeError when there is an unknown member.
 */
export function resolveThresholds(options: VerdictOptions = {}): VerdictThresholds {
  requireKnownMembers('the option verdict', options, Object.keys(DEFAULT_THRESHOLDS))
  const { none = DEFAULT_THRESHOLDS.none, strong = DEFAULT_THRESHOLDS.strong } = options
  const areNumbers = typeof none === 'number' && typeof strong === 'number'
  if (areNumbers && none >= 0 && none <= strong && strong <= 1) return Object.freeze({ none, strong })
  throw new RangeError(
    `The verdict's thresholds are none ${quote(none)} and strong ${quote(strong)}; they must satisfy 0 ≤ none ≤ strong ≤ 1.`,
  )
}
