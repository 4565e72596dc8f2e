import { type Collection, collectBest } from './collect-best.ts'
import { FREQUENCY, type HeldTerm, type ScoredDocuments } from './scored-documents.ts'
import { type RankedDocs, TopK } from './top-k.ts'

/** Every term is looked for in every document up to this many of them. */
export const MANY_DOCUMENTS = 200_000
/** In more of them, the terms that can add the most find documents, until this many postings were read. */
const MOST_POSTINGS = 100_000
/** Documents that they find, for each that is wanted. */
const FOUND = 2

/**
 * Finds most of the best of many documents: the terms that can add the most find some, until a budget of postings is spent
 * (Lin and Trotman, "Anytime Ranking for Impact-Ordered Indexes", ICTIR 2015), and the best of those get their whole
 * scores. So what a search costs hardly grows with the catalog, nor with common words.
 */
export function findDocuments(
  documents: ScoredDocuments,
  { limit, terms, coverage, accepts }: Pick<Collection, 'limit' | 'terms' | 'coverage' | 'accepts'>,
  scoreOf: (docId: number) => number,
): RankedDocs {
  const finding = takeFinding(terms, documents.rows)
  const found = { limit: FOUND * limit, terms: finding, coverage, factor: undefined, accepts }
  const { docIds } = collectBest(documents, { ...found, isOrdered: false })
  const best = new TopK(found.limit, (docId) => documents.docIds.idOf(docId))
  // In the order in which they stand in memory.
  for (const docId of Uint32Array.from(docIds).sort()) best.offer(scoreOf(docId), docId)
  return best.drain()
}

/** The first terms, until they have enough postings. */
function takeFinding(terms: readonly HeldTerm[], rows: Float64Array): readonly HeldTerm[] {
  let postings = 0
  let count = 0
  for (; count < terms.length && postings < MOST_POSTINGS; count += 1) {
    const { row, leader } = terms[count] as HeldTerm
    if (leader === undefined) postings += rows[row + FREQUENCY] as number
  }
  return terms.slice(0, count)
}
