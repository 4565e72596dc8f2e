import {
  compareHits,
  compileFilter,
  type SearchDocument,
  type Searcher,
  type SearchRequest,
} from '@toolscout/model'
import { checkChanges, checkRequest } from '@toolscout/model/internal'

/** Options of {@link createWordSearcher}. */
export interface WordSearcherOptions {
  /** Default `words`. */
  readonly name?: string | undefined
  /** The score of a document by its number of matches of query words. Default: that number. */
  readonly scoreOf?: ((times: number, document: SearchDocument) => number) | undefined
  /** Every request is added to it. Default: none. */
  readonly asked?: SearchRequest[] | undefined
}

/** A searcher of few lines that keeps the contract, for tests of what is built around searchers. */
export function createWordSearcher({
  name = 'words',
  scoreOf = (times) => times,
  asked,
}: WordSearcherOptions = {}): Searcher {
  const documents = new Map<string, SearchDocument>()
  return {
    name,
    apply: ({ upserts, removals }) => {
      checkChanges({ upserts, removals })
      for (const id of removals) documents.delete(id)
      for (const document of upserts) documents.set(document.id, document)
    },
    search: async (request) => {
      asked?.push(request)
      const { query, limit, filter, explain, signal } = request
      signal?.throwIfAborted()
      checkRequest(request)
      const passes = compileFilter(filter)
      const wanted = new Set(wordsOf(query))
      const hits = [...documents.values()].flatMap((document) => {
        const { id, fields, summary } = document
        const times = wordsOf(Object.values(fields).join(' ')).filter((word) => wanted.has(word)).length
        if (times === 0 || !passes(summary)) return []
        const score = scoreOf(times, document)
        return explain === true ? { id, score, explanation: { label: name, value: score } } : { id, score }
      })
      return { hits: hits.sort(compareHits).slice(0, limit), unmatchedTerms: [] }
    },
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
