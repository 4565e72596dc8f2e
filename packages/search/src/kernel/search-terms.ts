import type { Hit } from '@toolscout/model'
import type { InvertedIndex } from './inverted-index.ts'
import type { CurrentDocuments, QueryTerm } from './scored-documents.ts'
import { type AcceptsDoc, TermScoring } from './term-scoring.ts'

/** A search by terms alone. */
export interface TermSearch {
  /** Terms that count, each once however often it is among them. */
  readonly terms: readonly string[]
  /** Most hits, at least 0. */
  readonly limit: number
  /** Says of a document whether it may be a hit. Default: every document may. */
  readonly accepts?: AcceptsDoc | undefined
  readonly explain?: boolean | undefined
}

/** The best documents for the terms, in the order of hits; only those with a score above 0. */
export function searchTerms(
  index: InvertedIndex,
  documents: CurrentDocuments,
  { terms, limit, accepts, explain }: TermSearch,
): readonly Hit[] {
  if (limit < 1) return []
  const query = terms.map((text): QueryTerm => ({ text, weight: 1, covers: false }))
  const scoring = new TermScoring(documents.get(), { terms: query, coverage: 0 })
  const { docIds, scores } = scoring.best(limit, accepts)
  return docIds.map((docId, i) => {
    const hit: Hit = { id: index.idOf(docId), score: scores[i] as number }
    return explain === true ? { ...hit, explanation: scoring.explain(docId) } : hit
  })
}
