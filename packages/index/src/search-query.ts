import {
  compileFilter,
  type Degradation,
  type JsonValue,
  type SearchMode,
  type ToolFilter,
} from '@toolscout/model'
import {
  type Assistance,
  canonicalJson,
  quote,
  SEARCH_MODES,
  takeCodePoints,
} from '@toolscout/model/internal'

/** Longest query that is searched, in code points: a page of text, whose beginning says what is wanted. */
export const MAX_QUERY_LENGTH = 4_096
/** Most different words of a query that are searched; requests to agents have a tenth of it. */
export const MAX_QUERY_WORDS = 256
/** Most words that are reported as found in no tool. */
export const MAX_UNMATCHED_TERMS = 20

/** Most queries of one search. */
const MAX_QUERIES = 16

/** One query, or several that are answered together. */
export type SearchQuery = string | readonly string[]

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

const NONE: readonly never[] = Object.freeze([])

interface BoundedText {
  readonly text: string
  readonly degraded: readonly Degradation[]
}

function boundText(query: unknown): BoundedText {
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
  // Words have spaces between them.
  if (query.length < 2 * MAX_QUERY_WORDS) return query
  const words = new Set<string>()
  for (const { 0: word, index } of query.matchAll(/\S+/gu)) {
    if (words.size === MAX_QUERY_WORDS && !words.has(word)) return query.slice(0, index)
    words.add(word)
  }
  return query
}

/** Longest task context that is passed on, in code points; as a query. */
const MAX_TASK_CONTEXT_LENGTH = 4_096

/** What a search without any assistance did. */
const UNASSISTED: Assistance = Object.freeze({
  modeUsed: 'fast',
  expandedTerms: Object.freeze([]),
  usage: Object.freeze({ inputTokens: 0, outputTokens: 0 }),
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
  const head = takeCodePoints(taskContext, MAX_TASK_CONTEXT_LENGTH)
  if (head.length === taskContext.length) return { mode, taskContext, degraded: [] }
  const reason = `Only the first ${MAX_TASK_CONTEXT_LENGTH} characters of the task context were passed on.`
  return { mode, taskContext: head, degraded: [Object.freeze({ part: 'taskContext', reason })] }
}

function checkMode(mode: unknown): asserts mode is SearchMode | undefined {
  if (mode === undefined || SEARCH_MODES.includes(mode as SearchMode)) return
  throw new RangeError(`The mode is ${quote(mode)}; it must be one of ${SEARCH_MODES.join(', ')}.`)
}

/** The assistance of an answer; a searcher that knows no modes answered as `fast`, and the answer says so. */
export function assistanceOf(
  { mode = 'fast' }: AssistanceRequest,
  given: Assistance | undefined,
  searcher: string,
): { readonly assistance?: Assistance; readonly degraded: readonly Degradation[] } {
  if (given !== undefined) return { assistance: given, degraded: [] }
  if (mode === 'fast') return { degraded: [] }
  const reason = `The searcher ${quote(searcher)} knows no modes; this is the answer of fast, not of ${mode}.`
  return { assistance: UNASSISTED, degraded: [Object.freeze({ part: 'mode', reason })] }
}

/** What identifies a listing or a search; members that are `undefined` do not count. */
interface Asked {
  readonly queries?: readonly string[]
  readonly filter?: ToolFilter | undefined
  readonly explain?: boolean | undefined
  readonly mode?: SearchMode | undefined
  readonly taskContext?: string | undefined
}

/**
 * The key that ties a cursor to its query, so that it answers no other.
 *
 * @throws TypeError for an invalid filter.
 */
export function cursorKey(method: string, { explain = false, ...asked }: Asked): string {
  compileFilter(asked.filter)
  return canonicalJson(JSON.parse(JSON.stringify({ method, explain, ...asked })) as JsonValue)
}
