import { compareIds, type Explanation } from '@toolscout/model'
import {
  type Bm25fParameters,
  coverageFactor,
  inverseDocumentFrequency,
  lengthNormalization,
  saturation,
} from './bm25f.ts'
import { explainHit, type TermStatistics } from './explain-hit.ts'
import { collectFromSegment, type SegmentTerm } from './max-score.ts'
import type { DocIds, Partition, Scoring } from './partition.ts'
import type { Segment } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'
import {
  type Collection,
  collectScored,
  giveBackAccumulator,
  type RankedDocs,
  TopK,
  takeAccumulator,
} from './top-k.ts'

/** A term of a query and what it counts for. */
export interface QueryTerm {
  readonly text: string
  /** Multiplies what the term adds to a score. Above 0. */
  readonly weight: number
  /** Whether it counts as a covered word of the name. */
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

/** What a document keeps of the score of its words. */
export interface DocumentFactor {
  /** Above 0, at most 1. */
  readonly of: (docId: number) => number
  /** At least that, at most 1: what a glance at the document says. */
  readonly most: (docId: number) => number
  /** Says so in explanations. */
  readonly why: (docId: number) => string
}

/** The documents of an index at one moment. */
export interface ScoredDocuments {
  readonly partitions: readonly Partition[]
  readonly docIds: DocIds
  readonly parameters: Bm25fParameters
  readonly lookUp: (text: string) => TermLookUp
  /** Documents that can be found. */
  readonly count: number
  readonly totalLength: number
}

/** Where a term is found. */
export interface TermLookUp {
  /** Its number in each partition, in their order, or -1. */
  readonly numbers: readonly number[]
  /** Documents that hold it. */
  readonly frequency: number
}

/** Whether a document may be a hit. */
export type AcceptsDoc = (docId: number) => boolean

/** A query whose terms were looked up; good until the documents change. */
export class TermScoring {
  /** The terms that documents hold, in the order in which they are added up: what can add the most comes first. */
  readonly terms: readonly TermStatistics[]
  readonly #documents: ScoredDocuments
  readonly #query: TermQuery
  readonly #scoring: Scoring
  readonly #termsByPartition: (readonly SegmentTerm[] | undefined)[] = []

  constructor(documents: ScoredDocuments, query: TermQuery) {
    const { parameters, count, totalLength } = documents
    this.#documents = documents
    this.#query = query
    this.#scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
    this.terms = toStatistics(documents, query.terms)
  }

  /**
   * The best documents, best first in the one order of hits: the very ones that scoring every document would give,
   * without scoring those that cannot be among them.
   *
   * @param limit at least 1.
   */
  best(limit: number, accepts?: AcceptsDoc): RankedDocs {
    const { partitions, docIds } = this.#documents
    const { coverage, factor } = this.#query
    const best = new TopK(limit, (docId) => docIds.idOf(docId))
    const collection: Collection = { best, scoring: this.#scoring, coverage, factor, accepts }
    for (const [p, partition] of partitions.entries()) {
      if (partition instanceof SegmentWriter) collectFromWriter(partition, this.#termsIn(p), collection)
      else collectFromSegment(partition as Segment, this.#termsIn(p), collection)
    }
    return best.drain()
  }

  /** The score of one document; 0 when it holds no term. */
  scoreOf(docId: number): number {
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const { coverage, factor } = this.#query
    const { flat, slope } = this.#scoring
    let sum = 0
    let covered = 0
    for (const { number, boost, covers } of this.#termsIn(this.#documents.partitions.indexOf(partition))) {
      const profile = partition.profileOf(number, ordinal)
      if (profile < 0) continue
      const tf = partition.table.frequencies[profile] as number
      sum += boost * saturation(tf, partition.lengths[ordinal] as number, flat, slope)
      if (covers) covered += partition.table.inName[profile] as number
    }
    const score = sum * coverageFactor(coverage, covered, partition.nameRoots[ordinal] as number)
    return factor === undefined ? score : score * factor.of(docId)
  }

  /** Says of documents whether they hold one of some terms. */
  holderOf(terms: ReadonlySet<string>): (docId: number) => boolean {
    const { docIds, partitions } = this.#documents
    const among = this.terms.filter(({ text }) => terms.has(text))
    return (docId) => {
      const { partition, ordinal } = docIds.addressOf(docId)
      const p = partitions.indexOf(partition)
      for (let i = 0; i < among.length; i += 1) {
        const number = among[i]?.numbers[p] as number
        if (number >= 0 && partition.profileOf(number, ordinal) >= 0) return true
      }
      return false
    }
  }

  /** Which of the terms a document holds. */
  termsOf(docId: number): ReadonlySet<string> {
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const p = this.#documents.partitions.indexOf(partition)
    const held = new Set<string>()
    for (const { text, numbers } of this.terms) {
      const number = numbers[p] as number
      if (number >= 0 && partition.profileOf(number, ordinal) >= 0) held.add(text)
    }
    return held
  }

  /** How the score of a document comes about. */
  explain(docId: number): Explanation {
    const { partitions, docIds, parameters, count } = this.#documents
    const { coverage, factor } = this.#query
    const { partition, ordinal } = docIds.addressOf(docId)
    const whole = explainHit(
      { partition, ordinal, partitionIndex: partitions.indexOf(partition) },
      { terms: this.terms, parameters, scoring: this.#scoring, documents: count, coverage },
    )
    const kept = factor?.of(docId) ?? 1
    if (factor === undefined || kept === 1) return whole
    const children = [whole, { label: factor.why(docId), value: kept }]
    return { label: 'score × share that is kept', value: whole.value * kept, children }
  }

  /** The terms a partition holds, in the order of all. */
  #termsIn(p: number): readonly SegmentTerm[] {
    const known = this.#termsByPartition[p]
    if (known !== undefined) return known
    const found: SegmentTerm[] = []
    for (const { numbers, boost, covers, sharesPostings } of this.terms) {
      const number = numbers[p] as number
      const isCovering = covers && this.#query.coverage > 0
      if (number >= 0) found.push({ number, boost, covers: isCovering, sharesPostings })
    }
    this.#termsByPartition[p] = found
    return found
  }
}

function collectFromWriter(
  writer: SegmentWriter,
  terms: readonly SegmentTerm[],
  collection: Collection,
): void {
  const accumulator = takeAccumulator(writer.size)
  for (const term of terms) writer.accumulate(term.number, term, collection.scoring, accumulator)
  collectScored(writer, 0, accumulator, collection)
  giveBackAccumulator(accumulator)
}

/** Looks up the terms of a query; those that no document holds are left out, the others come in the order of their sum. */
function toStatistics(
  { count, parameters, lookUp }: ScoredDocuments,
  terms: readonly QueryTerm[],
): readonly TermStatistics[] {
  const found: TermStatistics[] = []
  for (const { text, weight, covers, within } of terms) {
    const { numbers, frequency } = lookUp(text)
    if (frequency === 0) continue
    const idf = inverseDocumentFrequency(count, frequency)
    const boost = idf * weight * (parameters.k1 + 1)
    found.push({ text, numbers, frequency, idf, weight, boost, covers, within, sharesPostings: false })
  }
  return inOrder(found)
}

/**
 * Terms are added up in one order whatever the order of the words and of the partitions, so the last bit of a score
 * never depends on those: what can add the most comes first, but a word of which each tool with its stem has the very
 * form follows its stem, so that the postings of both are read once.
 */
function inOrder(statistics: readonly TermStatistics[]): readonly TermStatistics[] {
  const byText = new Map(statistics.map((term) => [term.text, term]))
  const leaderOf = (term: TermStatistics): TermStatistics => {
    const leader = term.within === undefined ? undefined : byText.get(term.within)
    return leader !== undefined && leader.frequency === term.frequency ? leader : term
  }
  const placed = statistics.map((term) => {
    const leader = leaderOf(term)
    return { term: leader === term ? term : { ...term, sharesPostings: true }, leader }
  })
  placed.sort(
    (one, other) =>
      other.leader.boost - one.leader.boost ||
      compareIds(one.leader.text, other.leader.text) ||
      Number(one.term.sharesPostings) - Number(other.term.sharesPostings) ||
      compareIds(one.term.text, other.term.text),
  )
  return placed.map(({ term }) => term)
}
