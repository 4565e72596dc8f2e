import {
  compileFilter,
  type Degradation,
  type Searcher,
  type SearchMode,
  type SearchRequest,
} from '@toolscout/model'
import {
  type Assistance,
  askOnce,
  checkOptions,
  checkWhole,
  quote,
  SEARCH_MODES,
  takeCodePoints,
} from '@toolscout/model/internal'
import { fuseAnswers, type QueryAnswer, toListedHit } from './fuse-answers.ts'
import { SEARCH_OPTIONS } from './option-kinds.ts'
import type { Tools } from './registered-tools.ts'
import { type ReadAnswer, readAnswer, type ToolLookup } from './searcher-answer.ts'
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  type SearchAnswer,
  type SearchOptions,
  type SearchQuery,
} from './tool-index.ts'
import { listTools } from './tool-snapshot.ts'

const NONE: readonly never[] = Object.freeze([])

/** The parts of an index that a search works on. */
export interface SearchedIndex {
  readonly searcher: Searcher
  readonly tree: Tools
  readonly version: number
  /** What it answered before, by what was asked; the oldest first. */
  readonly answers: Map<string, SearchAnswer>
}

/** Answers that are remembered, because agents ask the same again; none of more hits, or to a longer request. */
const REMEMBERED = { answers: 256, hits: 100, length: 5_000 }

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
  checkOptions('the options of search', options, SEARCH_OPTIONS)
  const limit = checkWhole('limit', options.limit ?? DEFAULT_SEARCH_LIMIT, 0, MAX_SEARCH_LIMIT)
  return askIndex(index, boundQuery(query), { ...options, limit })
}

/** Answers a query that was bounded. */
export async function askIndex(
  { searcher, tree, version, answers }: SearchedIndex,
  { queries, degraded }: BoundedQuery,
  { limit, filter, explain, signal, ...options }: SearchOptions & { readonly limit: number },
): Promise<SearchAnswer> {
  const passes = compileFilter(filter)
  const asked = readAssistanceRequest(options.mode, options.taskContext)
  const { mode, taskContext } = asked
  signal?.throwIfAborted()
  if (queries.length === 0) {
    const hits = Object.freeze(listTools(tree, filter, { count: limit }).map(toListedHit))
    return Object.freeze({ hits, unmatchedTerms: NONE, degraded: Object.freeze(degraded), version })
  }
  // Whom a tool is visible to may change at any time, and what was cut off has to be said again.
  const isFixed = searcher.deterministic !== false && filter?.visibility === undefined
  const isWhole =
    degraded.length + asked.degraded.length === 0 && limit <= REMEMBERED.hits && explain !== true
  const key = isFixed && isWhole ? JSON.stringify([queries, limit, filter, mode, taskContext]) : ''
  const known = answers.get(key)
  if (known !== undefined) return known
  const passing: ToolLookup = (id) => {
    const summary = tree.get(id)?.summary
    return summary !== undefined && passes(summary) ? summary : undefined
  }
  // Several rankings are read to the end, so that a smaller limit is the head of a larger one.
  const depth = queries.length === 1 ? limit : MAX_SEARCH_LIMIT
  const answerOf = async (query: string): Promise<QueryAnswer> => {
    const asked = filter?.visibility && askOnce(filter)
    const request = { query, filter: asked?.filter ?? filter, explain, mode, taskContext, signal }
    const answer = await askSearcher(searcher, request, { depth, passing })
    const missing = [...answer.degraded, ...(asked?.degraded() ?? NONE)]
    return { query, answer: { ...answer, ...ofKind(answer), degraded: missing } }
  }
  // At the same time, since a searcher that asks a language model takes seconds for each.
  const all = await Promise.all(queries.map(answerOf))
  const [first] = all as [QueryAnswer]
  const { dropped: _, ...read } = all.length === 1 ? first.answer : fuseAnswers(all, limit)
  const assisted = assistanceOf(asked, read.assistance, searcher.name)
  const missing = Object.freeze([degraded, asked.degraded, read.degraded, assisted.degraded].flat())
  const answer = Object.freeze({ ...read, ...assisted, degraded: missing, version })
  const isPlain = missing.length === 0 && answer.assistance === undefined
  if (isPlain && key !== '' && key.length <= REMEMBERED.length) {
    const [oldest = ''] = answers.keys()
    if (answers.size === REMEMBERED.answers) answers.delete(oldest)
    answers.set(key, answer)
  }
  return answer
}

/** The verdict, with what its best hit is where that is no tool. */
function ofKind({ verdict, hits: [best] }: ReadAnswer): Pick<SearchAnswer, 'verdict'> {
  const kind = best?.summary.kind
  return verdict === undefined || kind === undefined ? {} : { verdict: Object.freeze({ ...verdict, kind }) }
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

/** Longest query that is searched, and longest task context, in code points: a page of text, whose beginning says what is wanted. */
export const MAX_QUERY_LENGTH = 4_096
/** Most different words of a query that are searched; requests to agents have a tenth of it. */
export const MAX_QUERY_WORDS = 256

/** Most queries of one search. */
const MAX_QUERIES = 16

/** A query as it is searched. */
export interface BoundedQuery {
  /** The texts that are searched, each once and not blank; an empty list lists all tools. */
  readonly queries: readonly string[]
  /** Reports what was cut off; empty when nothing was. */
  readonly degraded: readonly Degradation[]
}

/**
 * Cuts a query to the limits, so that a foreign text costs no more than a usual one.
 *
 * @throws TypeError when it is neither a text nor a list of texts.
 * @throws RangeError when there are no or too many queries.
 */
export function boundQuery(query: unknown): BoundedQuery {
  if (!Array.isArray(query)) {
    const { text, degraded } = boundText(query)
    return { queries: text.trim() === '' ? [] : [text], degraded }
  }
  if (query.length === 0 || query.length > MAX_QUERIES) {
    throw new RangeError(`There are ${query.length} queries; 1 to ${MAX_QUERIES} are answered together.`)
  }
  const bounded = query.map(boundText)
  const texts = bounded.map(({ text }) => text).filter((text) => text.trim() !== '')
  return { queries: [...new Set(texts)], degraded: bounded.flatMap(({ degraded }) => degraded).slice(0, 1) }
}

function boundText(query: unknown): Pick<BoundedQuery, 'degraded'> & { readonly text: string } {
  if (typeof query !== 'string') throw new TypeError(`A query is a text, not ${quote(query)}.`)
  const head = takeCodePoints(query, MAX_QUERY_LENGTH)
  const bounded = takeWords(head)
  if (bounded.length === query.length) return { text: query, degraded: NONE }
  const reason =
    bounded.length < head.length
      ? `Only the first ${MAX_QUERY_WORDS} different words of the query were searched.`
      : `Only the first ${MAX_QUERY_LENGTH} characters of the query were searched.`
  return { text: bounded, degraded: [Object.freeze({ part: 'query', reason })] }
}

function takeWords(query: string): string {
  if (query.length < 2 * MAX_QUERY_WORDS) return query
  const words = new Set<string>()
  for (const { 0: word, index } of query.matchAll(/\S+/gu)) {
    if (words.size === MAX_QUERY_WORDS && !words.has(word)) return query.slice(0, index)
    words.add(word)
  }
  return query
}

/** What a search without any assistance did. */
const UNASSISTED: Assistance = Object.freeze({
  modeUsed: 'fast',
  expandedTerms: Object.freeze([]),
  usage: Object.freeze({ inputTokens: 0, outputTokens: 0 }),
  modelCalls: 0,
  stages: Object.freeze([]),
})

/** The mode and the task context of a search. */
export interface AssistanceRequest {
  readonly mode: SearchMode | undefined
  readonly taskContext: string | undefined
  /** Reports what was cut off; empty when nothing was. */
  readonly degraded: readonly Degradation[]
}

/**
 * Reads the mode of a search and its task context, which is cut to the limit.
 *
 * @throws RangeError for an unknown mode.
 * @throws TypeError when the context is not a text.
 */
export function readAssistanceRequest(mode: unknown, taskContext: unknown): AssistanceRequest {
  checkMode(mode)
  if (taskContext === undefined) return { mode, taskContext, degraded: [] }
  if (typeof taskContext !== 'string') {
    throw new TypeError(`A task context is a text, not ${quote(taskContext)}.`)
  }
  const head = takeCodePoints(taskContext, MAX_QUERY_LENGTH)
  if (head.length === taskContext.length) return { mode, taskContext, degraded: [] }
  const reason = `Only the first ${MAX_QUERY_LENGTH} characters of the task context were passed on.`
  return { mode, taskContext: head, degraded: [Object.freeze({ part: 'taskContext', reason })] }
}

function checkMode(mode: unknown): asserts mode is SearchMode | undefined {
  if (mode === undefined || SEARCH_MODES.includes(mode as SearchMode)) return
  throw new RangeError(`The mode is ${quote(mode)}; it must be one of ${SEARCH_MODES.join(', ')}.`)
}

/** The assistance of an answer; a searcher that knows no modes answered as `fast`, and the answer says so. */
function assistanceOf(
  { mode = 'fast' }: AssistanceRequest,
  given: Assistance | undefined,
  searcher: string,
): { readonly assistance?: Assistance; readonly degraded: readonly Degradation[] } {
  if (given !== undefined) return { assistance: given, degraded: [] }
  if (mode === 'fast') return { degraded: [] }
  const reason = `The searcher ${quote(searcher)} asks no language model; this is the answer of fast, not of ${mode}.`
  return { assistance: UNASSISTED, degraded: [Object.freeze({ part: 'mode', reason })] }
}
