import { compareIds, type Explanation } from '@toolscout/model'
import { giveBackAccumulator, takeAccumulator } from './accumulator.ts'
import {
  type Bm25fParameters,
  coverageFactor,
  inverseDocumentFrequency,
  lengthNormalization,
  saturation,
} from './bm25f.ts'
import { type Collection, collectScored } from './collect-best.ts'
import { explainHit, type TermStatistics } from './explain-hit.ts'
import type { Handles } from './handles.ts'
import { collectFromSegment, type SegmentTerm } from './max-score.ts'
import type { Partition } from './partition.ts'
import type { Segment } from './segment.ts'
import type { SegmentWriter } from './segment-writer.ts'
import type { TermLookUps } from './term-look-ups.ts'
import { createTopK, type RankedHandles } from './top-k.ts'

/** A term of a query and what it counts for. */
export interface QueryTerm {
  readonly text: string
  /** Multiplies what the term adds to a score. Above 0. */
  readonly weight: number
  /** Whether it covers a part of the name where it stands there. */
  readonly covers: boolean
  /** A term that every document with this one holds too, such as its stem; most words of a catalog have one form. */
  readonly within?: string | undefined
}

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
  readonly of: (handle: number) => number
  /** Says so in explanations. */
  readonly why: string
}

/** The documents of an index at one moment. */
export interface ScoredDocuments {
  readonly segments: readonly Segment[]
  readonly writer: SegmentWriter
  readonly handles: Handles
  readonly parameters: Bm25fParameters
  readonly lookUp: TermLookUps['lookUp']
  /** Documents that can be found. */
  readonly count: number
  readonly totalLength: number
}

/** Whether a document may be a hit. */
export type AcceptsHandle = (handle: number) => boolean

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
  readonly best: (limit: number, accepts?: AcceptsHandle) => RankedHandles
  /** The score of one document; 0 when it holds no term. */
  readonly scoreOf: (handle: number) => number
  /** How the score of a document comes about. */
  readonly explain: (handle: number) => Explanation
  /** Which of the terms a document holds. */
  readonly termsOf: (handle: number) => ReadonlySet<string>
}

/** Looks up the terms of a query. */
export function prepareScoring(
  documents: ScoredDocuments,
  { terms, coverage, factor }: TermQuery,
): TermScoring {
  const { segments, writer, handles, parameters, count, totalLength } = documents
  const partitions: readonly Partition[] = writer.size > 0 ? [...segments, writer] : segments
  const scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
  const statistics = inOrder(lookUpTerms(documents, terms))

  const termsByPartition: (readonly SegmentTerm[] | undefined)[] = []
  /** The terms a partition holds, in the order of all. */
  const termsIn = (p: number): readonly SegmentTerm[] => {
    const known = termsByPartition[p]
    if (known !== undefined) return known
    const found: SegmentTerm[] = []
    for (const { numbers, boost, covers, isTwin } of statistics) {
      const number = numbers[p] as number
      if (number >= 0) found.push({ number, boost, covers: covers && coverage > 0, isTwin })
    }
    termsByPartition[p] = found
    return found
  }
  const scoreOf = (handle: number): number => {
    const { partition, ordinal } = handles.locationOf(handle)
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
    return factor === undefined ? score : score * factor.of(handle)
  }

  return {
    terms: statistics,
    best: (limit, accepts) => {
      const best = createTopK(limit, handles.idOf)
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
    termsOf: (handle) => {
      const { partition, ordinal } = handles.locationOf(handle)
      const p = partitions.indexOf(partition)
      const held = new Set<string>()
      for (const { text, numbers } of statistics) {
        const number = numbers[p] as number
        if (number >= 0 && partition.profileOf(number, ordinal) >= 0) held.add(text)
      }
      return held
    },
    explain: (handle) => {
      const { partition, ordinal } = handles.locationOf(handle)
      const place = { partition, ordinal, partitionIndex: partitions.indexOf(partition) }
      const whole = explainHit(place, { terms: statistics, parameters, scoring, documents: count, coverage })
      const kept = factor?.of(handle) ?? 1
      if (factor === undefined || kept === 1) return whole
      const children = [whole, { label: factor.why, value: kept }]
      return { label: 'score × share that is kept', value: whole.value * kept, children }
    },
  }
}

/**
 * Terms are added up in one order whatever the order of the words and of the partitions, so the last bit of a score
 * never depends on those: what can add the most comes first, but a word of which each tool with its stem has the very
 * form stands behind its stem, so that the postings of both are read once.
 */
function inOrder(statistics: readonly TermStatistics[]): readonly TermStatistics[] {
  const byText = new Map(statistics.map((term) => [term.text, term]))
  const leaderOf = (term: TermStatistics): TermStatistics => {
    const leader = term.within === undefined ? undefined : byText.get(term.within)
    return leader !== undefined && leader.frequency === term.frequency ? leader : term
  }
  const placed = statistics.map((term) => {
    const leader = leaderOf(term)
    return { term: leader === term ? term : { ...term, isTwin: true }, leader }
  })
  placed.sort(
    (one, other) =>
      other.leader.boost - one.leader.boost ||
      compareIds(one.leader.text, other.leader.text) ||
      Number(one.term.isTwin) - Number(other.term.isTwin) ||
      compareIds(one.term.text, other.term.text),
  )
  return placed.map(({ term }) => term)
}

/** Those of the terms that documents hold. */
function lookUpTerms(
  { count, parameters, lookUp }: Pick<ScoredDocuments, 'count' | 'parameters' | 'lookUp'>,
  terms: readonly QueryTerm[],
): TermStatistics[] {
  const found: TermStatistics[] = []
  for (const { text, weight, covers, within } of terms) {
    const { numbers, frequency } = lookUp(text)
    if (frequency === 0) continue
    const idf = inverseDocumentFrequency(count, frequency)
    const boost = idf * weight * (parameters.k1 + 1)
    found.push({ text, numbers, frequency, idf, weight, boost, covers, within, isTwin: false })
  }
  return found
}
