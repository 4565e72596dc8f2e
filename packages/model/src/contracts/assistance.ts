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
  /** Requests that a language model answered for this; absent when nothing counts them. */
  readonly modelCalls?: number
  /** Stages that ran, in the order of {@link SEARCH_STAGES}, also those that failed; empty in `fast`. */
  readonly stages: readonly { readonly stage: SearchStage; readonly durationMs: number }[]
}

/** Options of a query expander and a reranker. */
export interface AssistantOptions {
  /** What the caller is about to do, in words; foreign text. Default: nothing is known. */
  readonly taskContext?: string | undefined
  /** Hears of tokens when they are spent, also when nothing comes of them. Default: none. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined
  /** Ends the work when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds further words for what a query means. What an implementation owes:
 *
 * - Words that could stand in the description of a fitting tool, best first, none of them empty.
 * - An empty list when nothing comes to mind; that is no error.
 * - An aborted signal rejects with the signal's reason.
 */
export interface QueryExpander {
  readonly name: string
  readonly expand: (query: string, options: AssistantOptions) => Promise<readonly string[]>
}

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

/** One question to a language model. */
export interface CompletionRequest {
  /** What the model is to do; never holds foreign text. */
  readonly system: string
  /** What it is to do it with; may hold foreign text, as data. */
  readonly prompt: string
  readonly signal?: AbortSignal | undefined
}

/** What a language model answered. */
export interface Completion {
  /** As the model wrote it; empty when it wrote nothing. */
  readonly text: string
  /** Absent when the model does not say it. */
  readonly usage?: TokenUsage
}

/**
 * Writes text. What an implementation owes:
 *
 * - A name that is not empty and stays the same; what is remembered of one model is not taken for another's.
 * - The text as the model wrote it.
 * - Usage, where there is any, in whole numbers that are not negative.
 * - Requests are never changed, and may come at the same time.
 * - An aborted signal rejects with the signal's reason, before the request and while it is under way.
 * - No answer without end: a model that does not answer rejects after a time of its own.
 *
 * The suite `languageModelObligations` in the testkit has one test for each but the last.
 */
export interface LanguageModel {
  /** Names provider and model in answers, explanations and errors; never holds a secret. */
  readonly name: string
  readonly complete: (request: CompletionRequest) => Promise<Completion>
}
