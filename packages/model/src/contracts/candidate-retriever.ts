import type { SearchRequest } from './searcher.ts'

/** One question to a {@link CandidateRetriever}. */
export type CandidateRequest = Pick<SearchRequest, 'query' | 'limit' | 'filter' | 'signal'>

/**
 * Finds the tools that a ranking looks at, where looking at all costs too much: an engine that exists, such as SQLite's
 * FTS5. What an implementation owes:
 *
 * - At most `limit` ids come back, best first, each once; a limit of 0 gives none.
 * - Only tools that pass the filter come back, and they pass before the limit cuts.
 * - What was changed before the request is taken into account.
 * - Any text is a legal query; nothing in it is an operator. One without a word gives no ids.
 * - An aborted signal rejects with the signal's reason.
 *
 * The suite `candidateRetrieverObligations` in the testkit has one test for each.
 */
export interface CandidateRetriever {
  /** Names the retriever in reports. */
  readonly name: string
  readonly retrieve: (request: CandidateRequest) => Promise<readonly string[]>
}
