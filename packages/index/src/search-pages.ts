import { checkOptions, checkWhole } from '@toolscout/model/internal'
import { NonDeterministicSearcherError } from './errors.ts'
import { toListedHit } from './fuse-answers.ts'
import { askIndex, boundQuery, readAssistanceRequest, type SearchedIndex } from './index-search.ts'
import { SEARCH_PAGE_OPTIONS } from './option-kinds.ts'
import { cursorKey, type Pager, sequenceOf, toolSequence } from './pages.ts'
import type { RegisteredTool, ToolTree } from './registered-tools.ts'
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  type Page,
  type SearchAnswer,
  type SearchPage,
  type SearchPageOptions,
  type SearchQuery,
  type ToolHit,
  type ToolIndexOptions,
} from './tool-index.ts'

export { searchIndex } from './index-search.ts'

/** A hit with the facts of its answer, which every page repeats. */
interface HeldHit {
  readonly hit: ToolHit
  readonly answer: Omit<SearchAnswer, 'hits'>
}

/** The parts of an index that pages of a search work on. */
interface PagedIndex extends SearchedIndex, Pick<ToolIndexOptions, 'requireDeterministicSearcher'> {
  readonly tree: ToolTree
  readonly pager: Pager
}

/**
 * One page of a search. The first page ranks and holds the ranking; later pages read on in it, so that changes
 * between pages neither repeat a hit nor lose one.
 *
 * @throws NonDeterministicSearcherError where a searcher must give one order and does not.
 * @throws RangeError when the limit is not an integer from 1 to 1,000, or the mode is unknown.
 * @throws TypeError for a query, a filter, a task context or options of the wrong type.
 * @throws InvalidCursorError `INVALID_CURSOR`, StaleCursorError `STALE_CURSOR`: see {@link Pager}.
 */
export async function searchIndexPage(
  { pager, requireDeterministicSearcher = false, ...index }: PagedIndex,
  query: SearchQuery,
  options: SearchPageOptions,
): Promise<SearchPage> {
  if (requireDeterministicSearcher && index.searcher.deterministic === false)
    throw new NonDeterministicSearcherError(index.searcher.name)
  checkOptions('the options of searchPage', options, SEARCH_PAGE_OPTIONS)
  const { limit = DEFAULT_SEARCH_LIMIT, cursor, filter, explain = false, signal } = options
  const count = checkWhole('limit', limit, 1, MAX_SEARCH_LIMIT)
  const bounded = boundQuery(query)
  const { mode, taskContext } = readAssistanceRequest(options.mode, options.taskContext)
  const key = cursorKey({ method: 'search', queries: bounded.queries, filter, explain, mode, taskContext })
  signal?.throwIfAborted()
  const nothing = { unmatchedTerms: Object.freeze([]), degraded: bounded.degraded, version: index.version }
  if (cursor !== undefined) return toSearchPage(pager.next<HeldHit>(key, cursor, count), nothing)
  if (bounded.queries.length === 0) {
    const toItem = (tool: RegisteredTool): HeldHit => ({ hit: toListedHit(tool), answer: nothing })
    const listing = toolSequence(index.tree.copy(), filter, toItem)
    return toSearchPage(pager.first(key, listing, count), nothing)
  }
  const { hits, ...answer } = await askIndex(index, bounded, { ...options, limit: MAX_SEARCH_LIMIT })
  const ranking = sequenceOf(hits.map((hit) => ({ hit, answer })))
  return toSearchPage(pager.first(key, ranking, count), answer)
}

/** @param nothing the facts of a page without a hit. */
function toSearchPage({ items, nextCursor }: Page<HeldHit>, nothing: HeldHit['answer']): SearchPage {
  return Object.freeze({
    ...(items[0]?.answer ?? nothing),
    hits: Object.freeze(items.map(({ hit }) => hit)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  })
}
