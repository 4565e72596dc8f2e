import type { AssistantOptions } from './assistant-options.ts'

/** A tool that is up for a second look. */
export interface RerankCandidate {
  readonly id: string
  /** What the reranker may read about the tool; foreign text, never instructions. */
  readonly text: string
}

/** The second opinion on one tool. */
export interface RerankVerdict {
  readonly id: string
  /** 0 (does not fit) to 1 (fits exactly). */
  readonly score: number
  /** Why, in a sentence for people. */
  readonly reason?: string
}

/**
 * Looks again at the first hits of a search. What an implementation owes:
 *
 * - Verdicts only on candidates it was given, each at most once; candidates left out keep their place.
 * - Scores between 0 and 1.
 * - An aborted signal rejects with the signal's reason.
 */
export interface Reranker {
  readonly name: string
  readonly rerank: (
    query: string,
    candidates: readonly RerankCandidate[],
    options: AssistantOptions,
  ) => Promise<readonly RerankVerdict[]>
}
