import type { Explanation } from '@toolscout/model'
import { saturation } from '@toolscout/search'
import type { QueryPlan } from './query-plan.ts'
import { STEM_BITS } from './term-hash.ts'

/** What a row tells of its score. */
export interface ScoredRow {
  readonly terms: readonly number[]
  readonly frequencies: readonly number[]
  readonly length: number
}

/** Recomputes a score in the order in which the database added it up: the value of the root is the score. */
export function explainHit(row: ScoredRow, { terms, flat, slope }: QueryPlan, unit: number): Explanation {
  const steps = new Map(row.terms.map((term, i) => [term, row.frequencies[i] as number]))
  const children: Explanation[] = []
  let score = 0
  for (const { text, hash, idf, boost, holders } of terms) {
    const shared = steps.get(hash ^ STEM_BITS) ?? 0
    const frequency = Math.abs(steps.get(hash) ?? (shared < 0 && !text.endsWith('*') ? shared : 0)) * unit
    if (frequency === 0) continue
    const value = boost * saturation(frequency, row.length, flat, slope)
    score += value
    children.push({
      label: `term "${text}": idf × frequency × (k1 + 1) / (frequency + normalization)`,
      value,
      children: [
        { label: `idf: in ${holders} tools`, value: idf },
        { label: 'frequency: sum over the fields, weighted', value: frequency },
        {
          label: `normalization: k1 × (1 − b + b × length / average), length ${row.length}`,
          value: flat + slope * row.length,
        },
      ],
    })
  }
  return { label: 'BM25F: sum over the terms', value: score, children }
}
