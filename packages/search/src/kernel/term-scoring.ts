import { type Explanation, SEARCH_FIELDS } from '@toolscout/model'
import { type Bm25fParameters, coverageFactor, lengthNormalization, saturation } from './bm25f.ts'
import type { DocIds } from './doc-ids.ts'
import { collectFromSegment, type SegmentTerm } from './max-score.ts'
import { occurrences, type Partition, type ProfileTable, type Scoring } from './partition.ts'
import type { Segment } from './segment.ts'
import type { SegmentWriter } from './segment-writer.ts'
import {
  type CountedDocuments,
  type QueryTerm,
  type TermStatistics,
  toStatistics,
} from './term-statistics.ts'
import {
  type Collection,
  collectScored,
  createTopK,
  giveBackAccumulator,
  type RankedDocs,
  takeAccumulator,
} from './top-k.ts'

/** What documents are scored by. */
export interface TermQuery {
  /** Each text at most once. */
  readonly terms: readonly QueryTerm[]
  /**
   * What covering the name is worth: scores are multiplied by 1 + coverage · (terms of the query in the name) /
   * (root terms of the name). 0 leaves scores as they are.
   */
  readonly coverage: number
  /** What a document keeps of its score, and why. Default: all of it. */
  readonly factor?: DocumentFactor | undefined
}

/** A share of its score that a document keeps whatever the query. */
export interface DocumentFactor {
  /** Above 0, at most 1. */
  readonly of: (docId: number) => number
  /** Says so in explanations. */
  readonly why: string
}

/** The documents of an index at one moment. */
export interface ScoredDocuments extends CountedDocuments {
  readonly segments: readonly Segment[]
  readonly writer: SegmentWriter
  readonly docIds: DocIds
  readonly totalLength: number
}

/** Whether a document may be a hit. */
export type AcceptsDoc = (docId: number) => boolean

/** A query whose terms were looked up; good until the documents change. */
export interface TermScoring {
  /** The terms that documents hold, in the order in which they are added up: what can add the most comes first. */
  readonly terms: readonly TermStatistics[]
  /**
   * The best documents, best first in the one order of hits: the very ones that scoring every document would give,
   * without scoring those that cannot be among them.
   *
   * @param limit at least 1.
   */
  readonly best: (limit: number, accepts?: AcceptsDoc) => RankedDocs
  /** The score of one document; 0 when it holds no term. */
  readonly scoreOf: (docId: number) => number
  /** How the score of a document comes about. */
  readonly explain: (docId: number) => Explanation
  /** Which of the terms a document holds. */
  readonly termsOf: (docId: number) => ReadonlySet<string>
}

/** Looks up the terms of a query. */
export function prepareScoring(
  documents: ScoredDocuments,
  { terms, coverage, factor }: TermQuery,
): TermScoring {
  const { segments, writer, docIds, parameters, count, totalLength } = documents
  const partitions: readonly Partition[] = writer.size > 0 ? [...segments, writer] : segments
  const scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
  const statistics = toStatistics(documents, terms)

  const termsByPartition: (readonly SegmentTerm[] | undefined)[] = []
  /** The terms a partition holds, in the order of all. */
  const termsIn = (p: number): readonly SegmentTerm[] => {
    const known = termsByPartition[p]
    if (known !== undefined) return known
    const found: SegmentTerm[] = []
    for (const { numbers, boost, covers, sharesPostings } of statistics) {
      const number = numbers[p] as number
      if (number >= 0) found.push({ number, boost, covers: covers && coverage > 0, sharesPostings })
    }
    termsByPartition[p] = found
    return found
  }
  const scoreOf = (docId: number): number => {
    const { partition, ordinal } = docIds.addressOf(docId)
    const p = partitions.indexOf(partition)
    let sum = 0
    let covered = 0
    for (const { number, boost, covers } of termsIn(p)) {
      const profile = partition.profileOf(number, ordinal)
      if (profile < 0) continue
      const tf = partition.table.frequencies[profile] as number
      sum += boost * saturation(tf, partition.lengths[ordinal] as number, scoring.flat, scoring.slope)
      if (covers) covered += partition.table.inName[profile] as number
    }
    const score = sum * coverageFactor(coverage, covered, partition.nameRoots[ordinal] as number)
    return factor === undefined ? score : score * factor.of(docId)
  }

  return {
    terms: statistics,
    best: (limit, accepts) => {
      const best = createTopK(limit, docIds.idOf)
      const collection: Collection = { best, scoring, coverage, factor, accepts }
      partitions.forEach((partition, p) => {
        if (partition !== writer) {
          collectFromSegment(partition as Segment, termsIn(p), collection)
          return
        }
        const accumulator = takeAccumulator(writer.size)
        for (const term of termsIn(p)) writer.accumulate(term.number, term, scoring, accumulator)
        collectScored(writer, 0, accumulator, collection)
        giveBackAccumulator(accumulator)
      })
      return best.drain()
    },
    scoreOf,
    termsOf: (docId) => {
      const { partition, ordinal } = docIds.addressOf(docId)
      const p = partitions.indexOf(partition)
      const held = new Set<string>()
      for (const { text, numbers } of statistics) {
        const number = numbers[p] as number
        if (number >= 0 && partition.profileOf(number, ordinal) >= 0) held.add(text)
      }
      return held
    },
    explain: (docId) => {
      const { partition, ordinal } = docIds.addressOf(docId)
      const place = { partition, ordinal, partitionIndex: partitions.indexOf(partition) }
      const whole = explainHit(place, { terms: statistics, parameters, scoring, documents: count, coverage })
      const kept = factor?.of(docId) ?? 1
      if (factor === undefined || kept === 1) return whole
      const children = [whole, { label: factor.why, value: kept }]
      return { label: 'score × share that is kept', value: whole.value * kept, children }
    },
  }
}

/** What all explanations of one search share. */
export interface SearchStatistics {
  /** In the order in which their contributions were added up. */
  readonly terms: readonly TermStatistics[]
  readonly parameters: Bm25fParameters
  readonly scoring: Scoring
  /** Documents in the index. */
  readonly documents: number
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
function explainHit(
  { partition, partitionIndex, ordinal }: ScoredDocument,
  { terms, parameters, scoring, documents, coverage }: SearchStatistics,
): Explanation {
  const length = partition.lengths[ordinal] as number
  const children: Explanation[] = []
  let score = 0
  let covered = 0
  for (const term of terms) {
    const number = term.numbers[partitionIndex] as number
    const profile = number < 0 ? -1 : partition.profileOf(number, ordinal)
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
        { label: `idf: in ${term.frequency} of ${documents} tools`, value: term.idf },
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
  return SEARCH_FIELDS.flatMap((field, i) => {
    const count = occurrences(table, profile, i)
    if (count === 0) return []
    const weight = parameters.weights[field]
    return [{ label: `${count} in ${field}, each ${weight}`, value: count * weight }]
  })
}
