import { compileFilter, type Searcher, type SearchRequest, type ToolFilter } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { fuseAnswers, type QueryAnswer } from './fuse-answers.ts'
import { type Page, type PagedSequence, type Pager, type Slice, sequenceOf } from './pager.ts'
import {
  assistanceOf,
  type BoundedQuery,
  boundQuery,
  cursorKey,
  readAssistanceRequest,
  type SearchQuery,
} from './search-query.ts'
import { type ReadAnswer, readAnswer, type ToolHit, type ToolLookup } from './searcher-answer.ts'
import type { PageOptions, SearchAnswer, SearchOptions, SearchPage, SearchPageOptions } from './tool-index.ts'
import type { RegisteredTool, ToolTree } from './tool-tree.ts'

/** Default number of hits: what fits a model's context as summaries. */
const DEFAULT_SEARCH_LIMIT = 10
/** Most hits of one search, and of all its pages together. */
const MAX_SEARCH_LIMIT = 1_000

const NONE: readonly never[] = Object.freeze([])
const SEARCH_OPTIONS = Object.keys({
  limit: true,
  filter: true,
  explain: true,
  mode: true,
  taskContext: true,
  signal: true,
} satisfies { readonly [option in keyof SearchOptions]-?: true })
const SEARCH_PAGE_OPTIONS = [...SEARCH_OPTIONS, 'cursor']

/** The parts of an index that a search works on. */
export interface SearchedIndex {
  readonly searcher: Searcher
  readonly tree: ToolTree
  readonly version: number
}

/**
 * Ranks the tools of the index. A query without any text lists instead: all tools that pass, by id, score 0. A query
 * that is too long is cut, and the answer says so. Of several queries each is ranked for itself, and the rankings are
 * fused: the best of every query come first, then the second best.
 *
 * @throws RangeError when the limit is not an integer from 0 to 1,000, or the mode is unknown.
 * @throws TypeError for a query, a filter, a task context or options of the wrong type.
 */
export async function searchIndex(
  index: SearchedIndex,
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchAnswer> {
  requireKnownMembers('the options of search', options, SEARCH_OPTIONS)
  return ask(index, boundQuery(query), { ...options, limit: checkLimit(options.limit, 0) })
}

async function ask(
  { searcher, tree, version }: SearchedIndex,
  { queries, degraded }: BoundedQuery,
  { limit, filter, explain, signal, ...options }: SearchOptions & { readonly limit: number },
): Promise<SearchAnswer> {
  const passes = compileFilter(filter)
  const asked = readAssistanceRequest(options.mode, options.taskContext)
  const { mode, taskContext } = asked
  signal?.throwIfAborted()
  if (queries.length === 0) {
    const hits = Object.freeze(listTools(tree, filter, undefined, limit).items.map(toListedHit))
    return Object.freeze({ hits, unmatchedTerms: NONE, degraded: Object.freeze(degraded), version })
  }
  const passing: ToolLookup = (id) => {
    const summary = tree.get(id)?.summary
    return summary !== undefined && passes(summary) ? summary : undefined
  }
  // Several rankings are read to the end, so that a smaller limit is the head of a larger one.
  const depth = queries.length === 1 ? limit : MAX_SEARCH_LIMIT
  const answerOf = async (query: string): Promise<QueryAnswer> => {
    const request = { query, filter, explain, mode, taskContext, signal }
    return { query, answer: await askSearcher(searcher, request, { depth, passing }) }
  }
  // At the same time, since a searcher that asks a language model takes seconds for each.
  const answers = await Promise.all(queries.map(answerOf))
  const [first] = answers as [QueryAnswer]
  const { dropped: _, ...read } = answers.length === 1 ? first.answer : fuseAnswers(answers, limit)
  const assisted = assistanceOf(asked, read.assistance, searcher.name)
  const parts = [degraded, asked.degraded, read.degraded, assisted.degraded].filter((list) => list.length > 0)
  const all = parts.length === 0 ? NONE : Object.freeze(parts.flat())
  return Object.freeze({ ...read, ...assisted, degraded: all, version })
}

/**
 * Asks the searcher. Where hits of tools that are not in the index took up the limit, it is asked once more for as many
 * hits on top; those that still miss then are reported.
 */
async function askSearcher(
  searcher: Searcher,
  request: Omit<SearchRequest, 'limit'>,
  { depth, passing }: { readonly depth: number; readonly passing: ToolLookup },
): Promise<ReadAnswer> {
  const { explain } = request
  const read = async (limit: number): Promise<ReadAnswer> =>
    readAnswer(await searcher.search({ ...request, limit }), { searcher, limit, passing, explain })
  const first = await read(depth)
  if (first.dropped === 0) return first
  const second = await read(depth + first.dropped)
  const hits = Object.freeze(second.hits.slice(0, depth))
  if (second.dropped === 0 || hits.length === depth) return { ...second, hits }
  const reason = `${second.dropped} of its hits were left out: their tools are not in the index or do not pass the filter.`
  const degraded = Object.freeze([...second.degraded, Object.freeze({ part: searcher.name, reason })])
  return { ...second, hits, degraded }
}

/**
 * One page of a search. The first page ranks and holds the ranking; later pages read on in it, so that changes
 * between pages neither repeat a hit nor lose one.
 *
 * @throws RangeError when the limit is not an integer from 1 to 1,000, or the mode is unknown.
 * @throws TypeError for a query, a filter, a task context or options of the wrong type.
 * @throws InvalidCursorError `INVALID_CURSOR`, StaleCursorError `STALE_CURSOR`: see `Pager`.
 */
export async function searchIndexPage(
  index: SearchedIndex,
  pager: Pager,
  query: SearchQuery,
  options: SearchPageOptions,
): Promise<SearchPage> {
  requireKnownMembers('the options of searchPage', options, SEARCH_PAGE_OPTIONS)
  const limit = checkLimit(options.limit, 1)
  const { filter, explain, signal, cursor } = options
  const bounded = boundQuery(query)
  const { mode, taskContext } = readAssistanceRequest(options.mode, options.taskContext)
  const key = cursorKey('search', { queries: bounded.queries, filter, explain, mode, taskContext })
  signal?.throwIfAborted()
  const nothing = { unmatchedTerms: NONE, degraded: bounded.degraded, version: index.version }
  if (cursor !== undefined) return toSearchPage(pager.next<HeldHit>(key, cursor, limit), nothing)
  if (bounded.queries.length === 0) {
    const listing = listingOf(index.tree.copy(), filter, nothing)
    return toSearchPage(pager.first(key, listing, limit), nothing)
  }
  const answer = await ask(index, bounded, { ...options, limit: MAX_SEARCH_LIMIT })
  return toSearchPage(pager.first(key, rankingOf(answer), limit), answer)
}

/** A page of the tools that pass; the first page holds the tools as they are now. */
export function pageTools(tree: ToolTree, pager: Pager, options: PageOptions): Page<RegisteredTool> {
  requireKnownMembers('the options of page', options, ['limit', 'cursor', 'filter'])
  const { limit, cursor, filter } = options
  const count = checkLimit(limit, 1)
  const key = cursorKey('list', { filter })
  if (cursor !== undefined) return pager.next<RegisteredTool>(key, cursor, count)
  const copy = tree.copy()
  const slice = (after: string | undefined, most: number): Slice<RegisteredTool> =>
    listTools(copy, filter, after, most)
  return pager.first(key, { weight: 1, slice }, count)
}

/** A page of the namespaces. */
export function pageNamespaces(
  namespaces: readonly string[],
  pager: Pager,
  options: Omit<PageOptions, 'filter'>,
): Page<string> {
  requireKnownMembers('the options of namespacesPage', options, ['limit', 'cursor'])
  const { limit, cursor } = options
  const count = checkLimit(limit, 1)
  const key = cursorKey('namespaces', {})
  if (cursor !== undefined) return pager.next<string>(key, cursor, count)
  return pager.first(key, sequenceOf(namespaces), count)
}

/** @throws RangeError when the limit is not an integer from `least` to 1,000. */
function checkLimit(limit: number = DEFAULT_SEARCH_LIMIT, least: number): number {
  if (Number.isInteger(limit) && limit >= least && limit <= MAX_SEARCH_LIMIT) return limit
  throw new RangeError(`The limit is ${limit}; it must be an integer from ${least} to ${MAX_SEARCH_LIMIT}.`)
}

/** Up to `count` tools that pass, in ascending order of id, after the id `after`. */
function listTools(
  tree: ToolTree,
  filter: ToolFilter | undefined,
  after: string | undefined,
  count: number,
): Slice<RegisteredTool> {
  const passes = compileFilter(filter)
  const items: RegisteredTool[] = []
  for (const tool of tree.values(after)) {
    if (!passes(tool.summary)) continue
    const last = items.at(-1)
    if (items.length === count) return last === undefined ? { items } : { items, next: last.summary.id }
    items.push(tool)
  }
  return { items }
}

/** An answer without its hits. */
type AnswerFacts = Omit<SearchAnswer, 'hits'>

/** A hit with the facts of its answer, which every page repeats. */
interface HeldHit {
  readonly hit: ToolHit
  readonly answer: AnswerFacts
}

function rankingOf(answer: SearchAnswer): PagedSequence<HeldHit> {
  return sequenceOf(answer.hits.map((hit) => ({ hit, answer })))
}

function listingOf(
  tree: ToolTree,
  filter: ToolFilter | undefined,
  answer: AnswerFacts,
): PagedSequence<HeldHit> {
  return {
    weight: 1,
    slice: (position, limit) => {
      const { items, next } = listTools(tree, filter, position, limit)
      const hits = items.map((tool) => ({ hit: toListedHit(tool), answer }))
      return next === undefined ? { items: hits } : { items: hits, next }
    },
  }
}

/** @param nothing the facts of a page without a hit. */
function toSearchPage({ items, nextCursor }: Page<HeldHit>, nothing: AnswerFacts): SearchPage {
  const { unmatchedTerms, degraded, verdict, assistance, version } = items[0]?.answer ?? nothing
  return Object.freeze({
    hits: Object.freeze(items.map(({ hit }) => hit)),
    unmatchedTerms,
    degraded,
    ...(verdict === undefined ? {} : { verdict }),
    ...(assistance === undefined ? {} : { assistance }),
    version,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  })
}

function toListedHit({ summary }: RegisteredTool): ToolHit {
  return Object.freeze({ id: summary.id, score: 0, summary })
}
