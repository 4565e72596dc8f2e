import type { Verdict } from '@toolscout/model'
import type { Evidence, Meaning } from './evidence.ts'

/** What parts of this project want to know of a verdict, and users do not. */
export interface Judgment {
  readonly evidence: Evidence
  /** The verdict on an answer that vectors had a share in. */
  readonly withMeaning: (meaning: Meaning) => Verdict
  /** What a tool keeps of what other searchers add to its score, above 0, at most 1, by what it does and by its server. */
  readonly shareKept: (id: string) => number
}

/** Not seen where answers are compared or copied. */
const JUDGMENT = Symbol('judgment')

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
