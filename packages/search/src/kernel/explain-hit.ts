import { type Explanation, SEARCH_FIELDS } from '@toolscout/model'
import { type Bm25fParameters, coverageFactor, saturation, weightsByField } from './bm25f.ts'
import { occurrences, type Partition, type ProfileTable } from './partition.ts'
import { FIRST_RANGE, FREQUENCY, type HeldTerm, IDF, type ScoredDocuments } from './scored-documents.ts'

/** What all explanations of one search share. */
export interface SearchStatistics {
  readonly documents: ScoredDocuments
  /** In the order in which their contributions were added up. */
  readonly terms: readonly HeldTerm[]
  /** What covering the name is worth. */
  readonly coverage: number
}

/** Where the explained document is. */
export interface ScoredDocument {
  readonly partition: Partition
  readonly partitionIndex: number
  readonly ordinal: number
}

/**
 * Recomputes the score of one document as a tree: the sum over the terms, each idf times saturated frequency,
 * the frequency as a sum over the fields. Adds in the order in which the search added, so the value of the root
 * is the score of the hit to the last bit.
 */
export function explainHit(
  { partition, partitionIndex, ordinal }: ScoredDocument,
  { documents: { rows, scoring, parameters, count }, terms, coverage }: SearchStatistics,
): Explanation {
  const length = partition.lengths[ordinal] as number
  const children: Explanation[] = []
  let score = 0
  let covered = 0
  for (const term of terms) {
    const { row } = term
    const profile = partition.profileOf(rows, row + FIRST_RANGE + 2 * partitionIndex, ordinal)
    if (profile < 0) continue
    const { table } = partition
    const tf = table.frequencies[profile] as number
    const value = term.boost * saturation(tf, length, scoring.flat, scoring.slope)
    score += value
    if (term.covers) covered += table.inName[profile] as number
    children.push({
      label: `term "${term.text}": weight × idf × frequency × (k1 + 1) / (frequency + normalization)`,
      value,
      children: [
        { label: `idf: in ${rows[row + FREQUENCY]} of ${count} tools`, value: rows[row + IDF] as number },
        {
          label: 'frequency: sum over the fields',
          value: tf,
          children: explainFields(table, profile, parameters),
        },
        {
          label: `normalization: k1 × (1 − b + b × length / average), length ${length}`,
          value: scoring.flat + scoring.slope * length,
        },
        { label: 'k1', value: parameters.k1 },
        { label: 'weight in the query', value: term.weight },
      ],
    })
  }
  const sum: Explanation = { label: 'BM25F: sum over the terms', value: score, children }
  if (covered === 0 || coverage === 0) return sum
  const nameRoots = partition.nameRoots[ordinal] as number
  const factor = coverageFactor(coverage, covered, nameRoots)
  const label = `1 + ${coverage} × ${covered} of ${nameRoots} words of the name`
  return {
    label: 'BM25F × coverage of the name',
    value: score * factor,
    children: [sum, { label, value: factor }],
  }
}

function explainFields(
  table: ProfileTable,
  profile: number,
  parameters: Bm25fParameters,
): readonly Explanation[] {
  return weightsByField(parameters).flatMap((weight, i) => {
    const count = occurrences(table, profile, i)
    if (count === 0) return []
    const field = SEARCH_FIELDS[i] ?? 'what is beyond the bounds of the fields'
    return [{ label: `${count} in ${field}, each ${weight}`, value: count * weight }]
  })
}
