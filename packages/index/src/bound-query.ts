import type { Degradation } from '@toolscout/model'
import { quote, takeCodePoints } from '@toolscout/model/internal'

/** Longest query that is searched, in code points: a page of text; what is wanted stands in its beginning. */
export const MAX_QUERY_LENGTH = 4_096
/** Most different words of a query that are searched; requests to agents have a tenth of it. */
export const MAX_QUERY_WORDS = 256
/** Most words that are reported as found in no tool; more help nobody to put it better. */
export const MAX_UNMATCHED_TERMS = 20

/** Most wishes of one search, each a query of its own. */
export const MAX_QUERIES = 16

/** What is looked for: one query, or several that are answered together. */
export type SearchQuery = string | readonly string[]

/** A query as it is searched. */
export interface BoundedQuery {
  /** The texts that are searched, each once and none of them blank; none at all lists instead. */
  readonly queries: readonly string[]
  /** What was left out of it; empty when nothing was. */
  readonly degraded: readonly Degradation[]
}

/**
 * Cuts a query to what may be searched, so that no text from outside costs more than a usual one.
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
