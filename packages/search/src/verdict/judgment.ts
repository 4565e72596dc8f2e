import type { Verdict } from '@toolscout/model'
import type { NearMiss } from '@toolscout/model/internal'
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
