import { compareHits, type Hit, SEARCH_FIELDS } from '@toolscout/model'
import type { Bm25fParameters } from './bm25f.ts'
import type { AnalyzedDocument } from './segment-writer.ts'

/**
 * BM25F as the paper writes it, by a scan over all documents: the oracle the inverted index is tested against.
 * Shares nothing with it but the parameters.
 */
export function naiveBm25f(
  documents: ReadonlyMap<string, AnalyzedDocument>,
  terms: readonly string[],
  parameters: Bm25fParameters,
): readonly Hit[] {
  const counts = (document: AnalyzedDocument, term: string): readonly number[] =>
    document.map(
      (words) => words.flatMap((word) => word.tokens).filter((token) => token.term === term).length,
    )
  const lengthOf = (document: AnalyzedDocument): number =>
    SEARCH_FIELDS.reduce((sum, field, i) => {
      if (parameters.weights[field] === 0) return sum
      const tokens = (document[i] ?? [])
        .flatMap((word) => word.tokens)
        .filter((token) => token.surface).length
      return sum + parameters.lengthWeights[field] * tokens
    }, 0)
  const frequencyOf = (document: AnalyzedDocument, term: string): number =>
    counts(document, term).reduce((sum, count, i) => {
      const weight = parameters.weights[SEARCH_FIELDS[i] as (typeof SEARCH_FIELDS)[number]]
      return sum + weight * Math.min(count, parameters.maxTermFrequency)
    }, 0)

  const all = [...documents]
  const average = all.reduce((sum, [, document]) => sum + lengthOf(document), 0) / all.length
  const { k1, b } = parameters
  const hits = all.map(([id, document]) => {
    const score = terms.reduce((sum, term) => {
      const n = all.filter(([, other]) => frequencyOf(other, term) > 0).length
      const idf = Math.log(1 + (all.length - n + 0.5) / (n + 0.5))
      const tf = frequencyOf(document, term)
      const norm = average > 0 ? 1 - b + (b * lengthOf(document)) / average : 1
      return tf === 0 ? sum : sum + (idf * tf * (k1 + 1)) / (tf + k1 * norm)
    }, 0)
    return { id, score }
  })
  return hits.filter((hit) => hit.score > 0).sort(compareHits)
}
