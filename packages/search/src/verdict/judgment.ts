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

/** By verdict, because answers are compared and copied, and verdicts are passed on as they are. */
const judgments = new WeakMap<Verdict, Judgment>()

/** Keeps how a verdict came about for {@link judgmentOf}. */
export function keepJudgment(verdict: Verdict, judgment: Judgment): void {
  judgments.set(verdict, judgment)
}

/** How a lexical searcher came to a verdict; `undefined` for any other verdict. */
export function judgmentOf(verdict: Verdict | undefined): Judgment | undefined {
  return verdict === undefined ? undefined : judgments.get(verdict)
}
