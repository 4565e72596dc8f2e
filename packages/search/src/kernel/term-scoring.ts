import type { Explanation } from '@toolscout/model'
import {
  type Bm25fParameters,
  coverageFactor,
  inverseDocumentFrequency,
  lengthNormalization,
} from './bm25f.ts'
import { explainHit, type TermStatistics } from './explain-hit.ts'
import type { Handles } from './handles.ts'
import type { Accumulator, LookupTerm, Partition, Scoring } from './partition.ts'
import { encodeTerm } from './term-table.ts'

/** A term of a query and what it counts for. */
export interface QueryTerm {
  readonly text: string
  /** Multiplies what the term adds to a score. Above 0. */
  readonly weight: number
  /** Whether it covers a part of the name where it stands there. */
  readonly covers: boolean
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
}

/** The documents of an index at one moment. */
export interface ScoredDocuments {
  readonly partitions: readonly Partition[]
  readonly handles: Handles
  readonly parameters: Bm25fParameters
  /** Documents that can be found. */
  readonly count: number
  readonly totalLength: number
}

/** A query whose terms were looked up; good until the documents change. */
export interface TermScoring {
  /** Calls back for every live document that holds a term, once, with its score. */
  readonly forEachScore: (visit: (handle: number, score: number) => void) => void
  /** How the score of a document comes about. */
  readonly explain: (handle: number) => Explanation
  /** The terms that documents hold, in the order in which they are added up. */
  readonly terms: readonly TermStatistics[]
}

const EMPTY: Accumulator = Object.freeze({
  scores: new Float64Array(0),
  covered: new Uint8Array(0),
  touched: new Uint32Array(0),
  count: 0,
})
let accumulator: Accumulator = EMPTY

/** Looks up the terms of a query. */
export function prepareScoring(documents: ScoredDocuments, { terms, coverage }: TermQuery): TermScoring {
  const { partitions, handles, parameters, count, totalLength } = documents
  // Terms are added up in one order whatever the order of the words, so the last bit never depends on it.
  const inOrder = [...terms].sort((one, other) => (one.text < other.text ? -1 : 1))
  const statistics = inOrder.flatMap((term) => lookUpTerm(term, documents))
  const scoring: Scoring = {
    k1: parameters.k1,
    ...lengthNormalization(parameters, count === 0 ? 0 : totalLength / count),
  }
  return {
    terms: statistics,
    forEachScore: (visit) => {
      partitions.forEach((partition, p) => {
        const working = reserve(partition.size)
        for (const term of statistics) {
          const number = term.numbers[p] as number
          if (number >= 0) partition.accumulate(number, term, scoring, working)
        }
        const { scores, covered, touched, count: found } = working
        // The next search finds an empty accumulator, even when a visit throws in the middle of this one.
        accumulator = EMPTY
        const { dead, nameRoots, handles: handleOf } = partition
        for (let i = 0; i < found; i += 1) {
          const ordinal = touched[i] as number
          const sum = scores[ordinal] as number
          const named = covered[ordinal] as number
          scores[ordinal] = 0
          if (named > 0) covered[ordinal] = 0
          if (dead[ordinal] === 1) continue
          const isPlain = named === 0 || coverage === 0
          const factor = isPlain ? 1 : coverageFactor(coverage, named, nameRoots[ordinal] as number)
          visit(handleOf[ordinal] as number, sum * factor)
        }
        working.count = 0
        accumulator = working
      })
    },
    explain: (handle) => {
      const { partition, ordinal } = handles.locationOf(handle)
      const place = { partition, ordinal, partitionIndex: partitions.indexOf(partition) }
      return explainHit(place, { terms: statistics, parameters, scoring, documents: count, coverage })
    },
  }
}

/** The documents that hold a term; nothing when there are none. */
function lookUpTerm(
  { text, weight, covers }: QueryTerm,
  { partitions, count }: Pick<ScoredDocuments, 'partitions' | 'count'>,
): readonly TermStatistics[] {
  const term: LookupTerm = { text, ...encodeTerm(text) }
  const numbers = partitions.map((partition) => partition.find(term))
  const frequency = partitions.reduce((sum, partition, p) => {
    const number = numbers[p] as number
    return number < 0 ? sum : sum + partition.liveFrequency(number)
  }, 0)
  if (frequency === 0) return []
  const idf = inverseDocumentFrequency(count, frequency)
  return [{ text, numbers, frequency, idf, weight, boost: idf * weight, covers }]
}

/** Documents that hold a term. */
export function documentFrequency(text: string, partitions: readonly Partition[]): number {
  const [found] = lookUpTerm({ text, weight: 1, covers: false }, { partitions, count: 1 })
  return found?.frequency ?? 0
}

/** One search runs at a time, from its first to its last score, so all of them share one accumulator. */
function reserve(size: number): Accumulator {
  if (accumulator.scores.length < size) {
    accumulator = {
      scores: new Float64Array(2 * size),
      covered: new Uint8Array(2 * size),
      touched: new Uint32Array(2 * size),
      count: 0,
    }
  }
  return accumulator
}
