/**
 * How sure a search is that its best hit is what was asked for. `none`: nothing here fits, the hits are only the
 * nearest. `weak`: one of them may fit; look before you call. `strong`: the best hit is very likely meant.
 */
export type VerdictLevel = 'strong' | 'weak' | 'none'

/** A tool that comes near to what was asked for, and what keeps it from fitting. */
export interface NearMiss {
  readonly id: string
  /**
   * Words of the query that nothing in the tool stands for, as they were written, in order, and such parts of
   * identifiers; see {@link VERDICT_LIMITS}.
   */
  readonly lacks: readonly string[]
  /** Words of its name that nothing in the query asks for, in order; bounded alike. */
  readonly unasked: readonly string[]
  /** Both in a sentence for people. */
  readonly reason: string
}

/** What a search says of its own answer. */
export interface Verdict {
  readonly level: VerdictLevel
  /** From 0 to 1, higher is surer; comparable between queries to one catalog. */
  readonly confidence: number
  /** The best hits and why none of them is surely meant, best first; empty when the level is `strong` or nothing was found. */
  readonly nearMisses: readonly NearMiss[]
  /** Which of several queries it is about: the one that is answered worst. Absent when one was asked. */
  readonly query?: string
}

/** The levels, surest first. */
export const VERDICT_LEVELS: readonly VerdictLevel[] = Object.freeze(['strong', 'weak', 'none'])

/** How much a verdict tells: a model may read it with every answer. */
export const VERDICT_LIMITS: {
  /** Most near tools that a verdict names. */
  readonly nearMisses: 3
  /** Most words of each kind that a verdict names. */
  readonly words: 8
  /** Code points of a word; longer ones are cut. */
  readonly wordLength: 40
  /** Code points of a reason: both lists of words and the sentence around them. */
  readonly reasonLength: 1_000
} = Object.freeze({ nearMisses: 3, words: 8, wordLength: 40, reasonLength: 1_000 })
