import type { TokenUsage } from './search-mode.ts'

/** What a query expander and a reranker may be told beside their work. */
export interface AssistantOptions {
  /** What the caller is about to do, in words; foreign text. Default: nothing is known. */
  readonly taskContext?: string | undefined
  /** Hears of tokens when they are spent, also when nothing comes of them. Default: nobody counts. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined
  /** Ends the work when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}
