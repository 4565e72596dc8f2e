/**
 * How much a search may cost: `fast` never asks a language model, `balanced` has one look again at the first hits,
 * `accurate` has it find further words for the query before that.
 */
export type SearchMode = 'fast' | 'balanced' | 'accurate'

/** The modes, cheapest first. */
export const SEARCH_MODES: readonly SearchMode[] = Object.freeze(['fast', 'balanced', 'accurate'])

/** A step of a search that was done beyond looking the words up. */
export type SearchStage = 'expand' | 'retrieve' | 'rerank'

/** The stages, in the order in which they follow one another. */
export const SEARCH_STAGES: readonly SearchStage[] = Object.freeze(['expand', 'retrieve', 'rerank'])

/** What a language model read and wrote. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** True when the model did not say it, and it was estimated from the texts. Default false. */
  readonly isEstimated?: boolean
}

/** What was done for an answer beyond looking the words up. */
export interface Assistance {
  /** The mode whose answer this is: a lower one than was asked for when a stage could not do its work. */
  readonly modeUsed: SearchMode
  /** Words the query was expanded by, best first; empty when the answer owes nothing to any. */
  readonly expandedTerms: readonly string[]
  /** Tokens spent on this answer, whatever came of them; nothing for what was remembered or shared. */
  readonly usage: TokenUsage
  /** Stages that ran, in the order of {@link SEARCH_STAGES}, also those that failed; empty in `fast`. */
  readonly stages: readonly { readonly stage: SearchStage; readonly durationMs: number }[]
}
