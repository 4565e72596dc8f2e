import { type Degradation, quote, takeCodePoints } from '@toolscout/model'

/** Longest query that is searched, in code points: a page of text; what is wanted stands in its beginning. */
export const MAX_QUERY_LENGTH = 4_096
/** Most different words of a query that are searched; requests to agents have a tenth of it. */
export const MAX_QUERY_WORDS = 256
/** Most words that are reported as found in no tool; more help nobody to put it better. */
export const MAX_UNMATCHED_TERMS = 20

/** A query as it is searched. */
export interface BoundedQuery {
  readonly query: string
  /** What was left out of it; empty when nothing was. */
  readonly degraded: readonly Degradation[]
}

/**
 * Cuts a query to what may be searched, so that no text from outside costs more than a usual one.
 *
 * @throws TypeError when it is no text.
 */
export function boundQuery(query: unknown): BoundedQuery {
  if (typeof query !== 'string') throw new TypeError(`A query is a text, not ${quote(query)}.`)
  const head = takeCodePoints(query, MAX_QUERY_LENGTH)
  const bounded = takeWords(head)
  if (bounded.length === query.length) return { query, degraded: [] }
  const reason =
    bounded.length < head.length
      ? `Only the first ${MAX_QUERY_WORDS} different words of the query were searched.`
      : `Only the first ${MAX_QUERY_LENGTH} characters of the query were searched.`
  return { query: bounded, degraded: [Object.freeze({ arm: 'query', reason })] }
}

function takeWords(query: string): string {
  const words = new Set<string>()
  for (const { 0: word, index } of query.matchAll(/\S+/gu)) {
    if (words.size === MAX_QUERY_WORDS && !words.has(word)) return query.slice(0, index)
    words.add(word)
  }
  return query
}
