import type { Explanation } from '@toolscout/model'
import { saturation } from '@toolscout/search'
import type { SearchScale } from './pages/posting-list.ts'
import type { QueryTerm } from './query-plan.ts'

/** What is known of a document that was found. */
export interface FoundDocument {
  /** In steps. */
  readonly length: number
  /** How often a term stands in it, in steps; 0 where it does not. */
  readonly frequencyOf: (key: number) => number
}

/** Recomputes a score in the order in which it was added up: the value of the root is the score. */
export function explainHit(
  document: FoundDocument,
  terms: readonly QueryTerm[],
  { unit, lengthUnit, flat, slope }: SearchScale,
): Explanation {
  const length = document.length * lengthUnit
  const children: Explanation[] = []
  let score = 0
  for (const { text, key, idf, boost, holders } of terms) {
    const frequency = document.frequencyOf(key) * unit
    if (frequency === 0) continue
    const value = boost * saturation(frequency, length, flat, slope)
    score += value
    children.push({
      label: `term "${text}": idf × frequency × (k1 + 1) / (frequency + normalization)`,
      value,
      children: [
        { label: `idf: in ${holders} tools`, value: idf },
        { label: 'frequency: sum over the fields, weighted', value: frequency },
        {
          label: `normalization: k1 × (1 − b + b × length / average), length ${length}`,
          value: flat + slope * length,
        },
      ],
    })
  }
  return { label: 'BM25F: sum over the terms', value: score, children }
}
