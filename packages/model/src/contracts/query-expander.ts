import type { AssistantOptions } from './assistant-options.ts'

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
