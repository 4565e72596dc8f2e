import {
  compileFilter,
  type Degradation,
  type Searcher,
  type SearchMode,
  type ToolFilter,
  type Verdict,
} from '@toolscout/model'
import { type Assistance, requireKnownMembers } from '@toolscout/model/internal'
import { readAssistanceWish, tellAssistance } from './assisted-search.ts'
import { type BoundedQuery, boundQuery, type SearchQuery } from './bound-query.ts'
import { fuseAnswers, type QueryAnswer } from './fuse-answers.ts'
import { type Page, type PagedSequence, type Pager, type Slice, sequenceOf } from './pager.ts'
import { questionOf } from './question.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { readAnswer, type ToolHit } from './searcher-answer.ts'
import type { ToolTree } from './tool-tree.ts'

/** What a search may be told beside its query. */
export interface SearchOptions {
  /** Most hits. Default 10. Legal: integers 0 to 1,000. */
  readonly limit?: number | undefined
  /** Only tools that pass are ranked. Default: all. */
  readonly filter?: ToolFilter | undefined
  /** Asks for an explanation on every hit. Default false. */
  readonly explain?: boolean | undefined
  /** How much the search may cost: `fast`, `balanced` or `accurate`. Default: the searcher's own. */
  readonly mode?: SearchMode | undefined
  /** What the caller is about to do, for a language model to know; 4,096 code points of it. Default: nothing. */
  readonly taskContext?: string | undefined
  /** Ends the search when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** What a page of a search may be told; the same for all pages but for the limit. */
export interface SearchPageOptions extends SearchOptions {
  /** `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
}

/** What a search found. Frozen. */
export interface SearchAnswer {
  /** Best first; in ascending order of id when the query is empty. */
  readonly hits: readonly ToolHit[]
  /**
   * Words of the query that no tool contains, as they were written, and such parts of identifiers; the first 20, each
   * cut after 128 code points.
   */
  readonly unmatchedTerms: readonly string[]
  /** Parts of the search that could not do their work in full; empty when all went well. */
  readonly degraded: readonly Degradation[]
  /**
   * Whether the best hit fits at all, and if not surely, what it lacks. Absent when the searcher cannot tell, and when
   * tools were only listed.
   */
  readonly verdict?: Verdict
  /**
   * What was done beyond looking the words up, and in which mode; of several queries the lowest. Absent when a searcher
   * knows no modes and none but `fast` was asked for.
   */
  readonly assistance?: Assistance
  /** Version of the index that was searched. */
  readonly version: number
}

/** One page of a search. Frozen. All pages together are one search with the highest limit. */
export interface SearchPage extends SearchAnswer {
  /** Asks for the next page; absent on the last one. */
  readonly nextCursor?: string
}

/** Hits when nobody says how many: what fits a model's context as summaries. */
export const DEFAULT_SEARCH_LIMIT = 10
/** Most hits of one search, and of all its pages together: nobody reads the thousandth tool. */
export const MAX_SEARCH_LIMIT = 1_000

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
 * @throws RangeError when the limit is not an integer from 0 to 1,000, or the mode is none.
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
  { limit, filter, explain, signal, ...wish }: SearchOptions & { readonly limit: number },
): Promise<SearchAnswer> {
  const passes = compileFilter(filter)
  const wished = readAssistanceWish(wish.mode, wish.taskContext)
  const { mode, taskContext } = wished
  signal?.throwIfAborted()
  if (queries.length === 0) {
    const hits = Object.freeze(listTools(tree, filter, undefined, limit).items.map(toListedHit))
    return Object.freeze({ hits, unmatchedTerms: NONE, degraded: Object.freeze(degraded), version })
  }
  // Several rankings are read to the end, so that a smaller limit is the head of a larger one.
  const depth = queries.length === 1 ? limit : MAX_SEARCH_LIMIT
  const answerOf = async (query: string): Promise<QueryAnswer> => {
    const answer = await searcher.search({ query, limit: depth, filter, explain, mode, taskContext, signal })
    return { query, answer: readAnswer(answer, { searcher, tree, limit: depth, passes, explain }) }
  }
  // At the same time, since a searcher that asks a language model takes seconds for each.
  const answers = await Promise.all(queries.map(answerOf))
  const read = fuseAnswers(answers, limit)
  const told = tellAssistance(wished, read.assistance, searcher.name)
  const parts = [degraded, wished.degraded, read.degraded, told.degraded].filter((list) => list.length > 0)
  const all = parts.length === 0 ? NONE : Object.freeze(parts.flat())
  return Object.freeze({ ...read, ...told, degraded: all, version })
}

/**
 * One page of a search. The first page ranks and holds the ranking; later pages read on in it, so that changes
 * between pages neither repeat a hit nor lose one.
 *
 * @throws RangeError when the limit is not an integer from 1 to 1,000, or the mode is none.
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
  const { filter, explain, signal, cursor, ...wish } = options
  const bounded = boundQuery(query)
  const { mode, taskContext } = readAssistanceWish(wish.mode, wish.taskContext)
  const question = questionOf('search', { queries: bounded.queries, filter, explain, mode, taskContext })
  signal?.throwIfAborted()
  const nothing = { unmatchedTerms: NONE, degraded: bounded.degraded, version: index.version }
  if (cursor !== undefined) return toSearchPage(pager.next<HeldHit>(question, cursor, limit), nothing)
  if (bounded.queries.length === 0) {
    const listing = listingOf(index.tree.copy(), filter, nothing)
    return toSearchPage(pager.first(question, listing, limit), nothing)
  }
  const answer = await ask(index, bounded, { ...options, limit: MAX_SEARCH_LIMIT })
  return toSearchPage(pager.first(question, rankingOf(answer), limit), answer)
}

/** @throws RangeError when the limit is not an integer from `least` to 1,000. */
export function checkLimit(limit: number = DEFAULT_SEARCH_LIMIT, least: number): number {
  if (Number.isInteger(limit) && limit >= least && limit <= MAX_SEARCH_LIMIT) return limit
  throw new RangeError(`The limit is ${limit}; it must be an integer from ${least} to ${MAX_SEARCH_LIMIT}.`)
}

/** Up to `count` tools that pass, in ascending order of id, behind the id `after`. */
export function listTools(
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

/** What an answer says beside its hits. */
type Saying = Omit<SearchAnswer, 'hits'>

/** A hit and the answer it is of, so that every page can tell what the search had to say. */
interface HeldHit {
  readonly hit: ToolHit
  readonly answer: Saying
}

function rankingOf(answer: SearchAnswer): PagedSequence<HeldHit> {
  return sequenceOf(answer.hits.map((hit) => ({ hit, answer })))
}

function listingOf(tree: ToolTree, filter: ToolFilter | undefined, answer: Saying): PagedSequence<HeldHit> {
  return {
    weight: 1,
    slice: (position, limit) => {
      const { items, next } = listTools(tree, filter, position, limit)
      const hits = items.map((tool) => ({ hit: toListedHit(tool), answer }))
      return next === undefined ? { items: hits } : { items: hits, next }
    },
  }
}

/** @param nothing what a page without any hit says. */
function toSearchPage({ items, nextCursor }: Page<HeldHit>, nothing: Saying): SearchPage {
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
