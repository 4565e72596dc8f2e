import type { Verdict } from '@toolscout/model'
import { checkNumber, type NearMiss, requireKnownMembers } from '@toolscout/model/internal'
import type { Evidence, Meaning } from './evidence.ts'

/** What parts of this project want to know of a verdict, and users do not. */
export interface Judgment {
  readonly evidence: Evidence
  /** The verdict on an answer that vectors had a share in. */
  readonly withMeaning: (meaning: Meaning) => Verdict
  /** What a tool keeps of what other searchers add to its score, above 0, at most 1, by what it does and by its server. */
  readonly shareKept: (id: string) => number
  /** Works the near misses out. */
  readonly nearMisses: () => readonly NearMiss[]
}

/** Not seen where answers are compared or copied. */
const JUDGMENT = Symbol('judgment')

/** One for all verdicts, which the engine takes for objects of one form then. */
const NEAR_MISSES: PropertyDescriptor & ThisType<{ readonly [JUDGMENT]: Judgment }> = {
  enumerable: true,
  get() {
    return this[JUDGMENT].nearMisses()
  },
}

/** Has the near misses of a verdict worked out when they are read: few callers do, and searchers by meaning judge again. */
export function withNearMisses(verdict: Omit<Verdict, 'nearMisses'>): Verdict {
  return Object.defineProperty(verdict, 'nearMisses', NEAR_MISSES) as Verdict
}

/**
 * Freezes a verdict, with how it came about for {@link judgmentOf}. It goes with the verdict at the next collection of
 * young objects, which what a weak map in old memory holds outlives.
 */
export function withJudgment(verdict: Verdict, judgment: Judgment): Verdict {
  return Object.freeze(Object.defineProperty(verdict, JUDGMENT, { value: judgment }))
}

/** How a lexical searcher came to a verdict; `undefined` for any other verdict. */
export function judgmentOf(verdict: Verdict | undefined): Judgment | undefined {
  return (verdict as { readonly [JUDGMENT]?: Judgment } | undefined)?.[JUDGMENT]
}

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
  checkNumber('strong', strong, { least: 0, most: 1 })
  checkNumber('none', none, { least: 0, most: strong })
  return Object.freeze({ none, strong })
}
