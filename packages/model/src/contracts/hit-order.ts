/** One ranked result: a tool and how well it matches. */
export interface Hit {
  /** Canonical id of the tool. */
  readonly id: string
  /** Higher is better; comparable only within one answer. Finite and not negative. */
  readonly score: number
  /** How the score came about, when the request asked for it. */
  readonly explanation?: Explanation
}

/** A score as a tree of named numbers; every node says how it follows from its children. */
export interface Explanation {
  /** What this number is, such as `term "issue" in name`. */
  readonly label: string
  readonly value: number
  /** The parts this number is made of; absent for a number that is given. */
  readonly children?: readonly Explanation[]
  /** The word of the request that this number is for, and where the tool has it; absent where it is for none. */
  readonly met?: MetWord
}

/** A word of a request that a tool has. */
export interface MetWord {
  /** As it is compared, in lower case; a stem ends with `*`. */
  readonly word: string
  /** Fields that have it, such as `name`. */
  readonly fields: readonly string[]
}

/** Ids in ascending order by UTF-16 code unit, the same on every machine and in every locale. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The one order of hits everywhere: score descending, then id ascending. Total for hits of different tools.
 * Scores are compared as they are, never rounded.
 */
export function compareHits(a: Pick<Hit, 'id' | 'score'>, b: Pick<Hit, 'id' | 'score'>): number {
  return a.score === b.score ? compareIds(a.id, b.id) : b.score - a.score
}
