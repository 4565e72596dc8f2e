import type { JsonSchema } from '../internal/json/json.ts'
import type { TokenUsage } from './search-mode.ts'

/** One question to a language model. */
export interface CompletionRequest {
  /** What the model is to do; never holds foreign text. */
  readonly system: string
  /** What it is to do it with; may hold foreign text, as data. */
  readonly prompt: string
  /** The preferred JSON shape. The model may ignore it, so the caller validates the text. */
  readonly schema?: JsonSchema | undefined
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
 * - The text as the model wrote it, with or without a schema.
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
