import { compareIds } from '@toolscout/model'
import type { SearchScale } from '../pages/posting-list.ts'
import type { QueryTerm } from '../query-plan.ts'
import { isAllowed } from './allowed.ts'
import { type DeltaDocument, type DeltaView, frequencyOf, placeOf } from './delta-view.ts'

/** A document that is not sealed, with its score. */
export interface ScoredDelta {
  readonly document: DeltaDocument
  readonly score: number
}

/** All documents that are not sealed, are there, may be hits and hold a term. */
export function scoreDelta(
  { documents, postingsOf }: DeltaView,
  terms: readonly QueryTerm[],
  { unit, lengthUnit, flat, slope }: SearchScale,
  facets: readonly (readonly number[])[],
): readonly ScoredDelta[] {
  const scores = new Float64Array(documents.length)
  const touched: number[] = []
  for (const { key, boost } of terms) {
    for (const posting of postingsOf(key)) {
      const place = placeOf(posting)
      const { length } = documents[place] as DeltaDocument
      const tf = frequencyOf(posting) * unit
      const before = scores[place] as number
      if (before === 0) touched.push(place)
      scores[place] = before + boost * (tf / (tf + flat + slope * (length * lengthUnit)))
    }
  }
  return touched.flatMap((place) => {
    const document = documents[place] as DeltaDocument
    if (document.isDead || !isAllowed(document, facets)) return []
    return [{ document, score: scores[place] as number }]
  })
}

/** The `limit` best in the order of hits, as far as they reach `least`. */
export function bestOf(scored: readonly ScoredDelta[], limit: number, least: number): readonly ScoredDelta[] {
  return scored
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score || compareIds(one.document.id, other.document.id))
    .slice(0, limit)
}

/** How often a term stands in a document, in steps. */
export function frequencyIn({ terms, frequencies }: DeltaDocument, key: number): number {
  for (let i = 0; i < terms.length; i += 1) if (terms[i] === key) return frequencies[i] as number
  return 0
}
