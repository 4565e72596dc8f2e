import {
  canonicalJson,
  compileFilter,
  type Degradation,
  type Explanation,
  type Hit,
  type JsonValue,
  type Searcher,
  type ToolFilter,
  type ToolSummary,
} from '@toolscout/model'
import { type Page, type PagedSequence, type Pager, type Slice, sequenceOf } from './pager.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { ToolTree } from './tool-tree.ts'

/** What a search may be told beside its query. */
export interface SearchOptions {
  /** Most hits. Default 10. Legal: integers 0 to 1,000. */
  readonly limit?: number | undefined
  /** Only tools that pass are ranked. Default: all. */
  readonly filter?: ToolFilter | undefined
  /** Asks for an explanation on every hit. Default false. */
  readonly explain?: boolean | undefined
  /** Ends the search when it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** What a page of a search may be told; the same for all pages but for the limit. */
export interface SearchPageOptions extends SearchOptions {
  /** `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
}

/** A hit with what is worth saying about its tool. */
export interface ToolHit {
  readonly id: string
  /** Higher is better; comparable only within one answer. 0 where nothing was looked for. */
  readonly score: number
  readonly summary: ToolSummary
  readonly explanation?: Explanation
}

/** What a search found. */
export interface SearchAnswer {
  /** Best first; in ascending order of id when the query is empty. */
  readonly hits: readonly ToolHit[]
  /** Words of the query that no tool contains, as they were written. */
  readonly unmatchedTerms: readonly string[]
  /** Parts of the search that could not do their work in full; empty when all went well. */
  readonly degraded: readonly Degradation[]
  /** Version of the index that was searched. */
  readonly version: number
}

/** One page of a search. All pages together are one search with the highest limit. */
export interface SearchPage extends SearchAnswer {
  /** Asks for the next page; absent on the last one. */
  readonly nextCursor?: string
}

/** Hits when nobody says how many: what fits a model's context as summaries. */
export const DEFAULT_SEARCH_LIMIT = 10
/** Most hits of one search, and of all its pages together: nobody reads the thousandth tool. */
export const MAX_SEARCH_LIMIT = 1_000

/** The parts of an index that a search works on. */
export interface SearchedIndex {
  readonly searcher: Searcher
  readonly tree: ToolTree
  readonly version: number
}

/**
 * Ranks the tools of the index. A query without any text lists instead: all tools that pass, by id, score 0.
 *
 * @throws RangeError when the limit is not an integer from 0 to 1,000.
 */
export async function searchIndex(
  { searcher, tree, version }: SearchedIndex,
  query: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const limit = checkLimit(options.limit, 0)
  const { filter, explain, signal } = options
  if (query.trim() === '') {
    const listed = listTools(tree, filter, undefined, limit).items.map(toListedHit)
    return { hits: listed, unmatchedTerms: [], degraded: [], version }
  }
  const answer = await searcher.search({ query, limit, filter, explain, signal })
  return {
    hits: answer.hits.flatMap((hit) => toToolHit(tree, hit)),
    unmatchedTerms: answer.unmatchedTerms ?? [],
    degraded: answer.degraded ?? [],
    version,
  }
}

/**
 * One page of a search. The first page ranks and holds the ranking; later pages read on in it, so that changes
 * between pages neither repeat a hit nor lose one.
 *
 * @throws RangeError when the limit is not an integer from 1 to 1,000.
 * @throws InvalidCursorError `INVALID_CURSOR`, StaleCursorError `STALE_CURSOR`: see `Pager`.
 */
export async function searchIndexPage(
  index: SearchedIndex,
  pager: Pager,
  query: string,
  options: SearchPageOptions,
): Promise<SearchPage> {
  const limit = checkLimit(options.limit, 1)
  const { filter, explain, signal, cursor } = options
  const question = questionOf('search', query, filter, explain)
  if (cursor !== undefined) return toSearchPage(pager.next<HeldHit>(question, cursor, limit), index.version)
  const sequence =
    query.trim() === ''
      ? listingOf(index.tree.copy(), filter, index.version)
      : rankingOf(await searchIndex(index, query, { limit: MAX_SEARCH_LIMIT, filter, explain, signal }))
  return toSearchPage(pager.first(question, sequence, limit), index.version)
}

/** Identifies a question, so that a cursor answers no other. Undefined members say nothing. */
export function questionOf(
  method: string,
  query: string,
  filter: ToolFilter | undefined,
  explain = false,
): string {
  return canonicalJson(
    JSON.parse(JSON.stringify({ method, query, filter: filter ?? null, explain })) as JsonValue,
  )
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
    if (items.length === count) return last === undefined ? { items } : { items, next: last.tool.id }
    items.push(tool)
  }
  return { items }
}

/** A hit and the answer it is of, so that every page can tell what the search had to say. */
interface HeldHit {
  readonly hit: ToolHit
  readonly answer: Omit<SearchAnswer, 'hits'>
}

function rankingOf(answer: SearchAnswer): PagedSequence<HeldHit> {
  return sequenceOf(answer.hits.map((hit) => ({ hit, answer })))
}

function listingOf(tree: ToolTree, filter: ToolFilter | undefined, version: number): PagedSequence<HeldHit> {
  const answer = { unmatchedTerms: [], degraded: [], version }
  return {
    weight: 1,
    slice: (position, limit) => {
      const { items, next } = listTools(tree, filter, position, limit)
      const hits = items.map((tool) => ({ hit: toListedHit(tool), answer }))
      return next === undefined ? { items: hits } : { items: hits, next }
    },
  }
}

function toSearchPage({ items, nextCursor }: Page<HeldHit>, version: number): SearchPage {
  const {
    unmatchedTerms,
    degraded,
    version: searched,
  } = items[0]?.answer ?? { unmatchedTerms: [], degraded: [], version }
  const hits = items.map((item) => item.hit)
  const page = { hits, unmatchedTerms, degraded, version: searched }
  return nextCursor === undefined ? page : { ...page, nextCursor }
}

function toToolHit(tree: ToolTree, { id, score, explanation }: Hit): readonly ToolHit[] {
  const found = tree.get(id)
  // A searcher that answers late may name a tool that has gone meanwhile.
  if (found === undefined) return []
  return [{ id, score, summary: found.summary, ...(explanation === undefined ? {} : { explanation }) }]
}

function toListedHit({ tool, summary }: RegisteredTool): ToolHit {
  return { id: tool.id, score: 0, summary }
}
