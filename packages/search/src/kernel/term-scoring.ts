import { compareIds, type Explanation } from '@toolscout/model'
import { type Bm25fParameters, coverageFactor, lengthNormalization, saturation } from './bm25f.ts'
import { collectFromSegment } from './collect-segment.ts'
import { explainHit } from './explain-hit.ts'
import type { DocIds, HeldTerm, Partition, Scoring, TermLookUp } from './partition.ts'
import type { Segment } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'
import {
  type Collection,
  collectScored,
  giveBackAccumulator,
  MAX_PLACES,
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
  /** A text that comes again with the same weight counts once. */
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

/** Whether a document may be a hit. */
export type AcceptsDoc = (docId: number) => boolean

/** A query whose terms were looked up; good until the documents change. */
export class TermScoring {
  /** The terms that documents hold, in the order in which they are added up: what can add the most comes first. */
  readonly terms: readonly HeldTerm[]
  readonly #documents: ScoredDocuments
  readonly #query: TermQuery
  readonly #scoring: Scoring

  constructor(documents: ScoredDocuments, query: TermQuery) {
    const { parameters, count, totalLength } = documents
    this.#documents = documents
    this.#query = query
    this.#scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
    this.terms = toHeldTerms(documents, query)
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
    const docIdAt = (place: number): number =>
      partitions[Math.floor(place / MAX_PLACES)]?.docIds[place % MAX_PLACES] as number
    const best = new TopK(limit, (place) => docIds.idOf(docIdAt(place)))
    const collection: Collection = { best, partition: 0, scoring: this.#scoring, coverage, factor, accepts }
    for (; collection.partition < partitions.length; collection.partition += 1) {
      const partition = partitions[collection.partition] as Partition
      if (partition instanceof SegmentWriter) collectFromWriter(partition, this.terms, collection)
      else collectFromSegment(partition as Segment, this.terms, collection)
    }
    const { scores, docIds: places } = best.drain()
    const found: number[] = []
    for (let i = 0; i < places.length; i += 1) found.push(docIdAt(places[i] as number))
    return { scores, docIds: found }
  }

  /** The score of one document; 0 when it holds no term. */
  scoreOf(docId: number): number {
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const { coverage, factor } = this.#query
    const { flat, slope } = this.#scoring
    const p = this.#documents.partitions.indexOf(partition)
    let sum = 0
    let covered = 0
    for (const { found, boost, covers } of this.terms) {
      const profile = profileIn(partition, found.numbers[p] as number, ordinal)
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
        if (profileIn(partition, among[i]?.found.numbers[p] as number, ordinal) >= 0) return true
      }
      return false
    }
  }

  /** Which of the terms a document holds. */
  termsOf(docId: number): ReadonlySet<string> {
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const p = this.#documents.partitions.indexOf(partition)
    const held = new Set<string>()
    for (const { text, found } of this.terms) {
      if (profileIn(partition, found.numbers[p] as number, ordinal) >= 0) held.add(text)
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
}

/** Number of the profile of a term in a document, or -1 when the document or the whole partition does not hold it. */
function profileIn(partition: Partition, number: number, ordinal: number): number {
  return number < 0 ? -1 : partition.profileOf(number, ordinal)
}

function collectFromWriter(writer: SegmentWriter, terms: readonly HeldTerm[], collection: Collection): void {
  const accumulator = takeAccumulator(writer.size)
  for (const term of terms) {
    const number = term.found.numbers[collection.partition] as number
    if (number >= 0) writer.accumulate(number, term, collection.scoring, accumulator)
  }
  collectScored(writer, 0, accumulator, collection)
  giveBackAccumulator(accumulator)
}

/**
 * Looks up the terms of a query; those that no document holds are left out. The others are added up in one order
 * whatever the order of the words and of the partitions, so the last bit of a score never depends on those: what can
 * add the most comes first, but a word of which each tool with its stem has the very form follows its stem, so that
 * the postings of both are read once.
 */
function toHeldTerms(
  { parameters, lookUp }: ScoredDocuments,
  { terms, coverage }: TermQuery,
): readonly HeldTerm[] {
  const held: HeldTerm[] = []
  let isFollowing = false
  for (let i = 0; i < terms.length; i += 1) {
    const { text, weight, covers, within } = terms[i] as QueryTerm
    const found = lookUp(text)
    if (found.frequency === 0) continue
    const boost = found.idf * weight * (parameters.k1 + 1)
    held.push({ text, found, weight, boost, covers: covers && coverage > 0, within, leader: undefined })
    if (within !== undefined) isFollowing = true
  }
  if (isFollowing) linkLeaders(held)
  return inOrder(held)
}

function linkLeaders(held: readonly HeldTerm[]): void {
  const byText = new Map(held.map((term) => [term.text, term]))
  for (const term of held) {
    const leader = term.within === undefined ? undefined : byText.get(term.within)
    if (leader !== term && leader?.found.frequency === term.found.frequency) term.leader = leader
  }
}

/** Up to this many terms are put in order as fast by insertion, without the code of a sort. */
const FEW_TERMS = 64

/** Puts terms in the order in which they are added up; the same text with the same weight stands side by side, and stays once. */
function inOrder(held: HeldTerm[]): readonly HeldTerm[] {
  if (held.length > FEW_TERMS) {
    return held.sort(compareTerms).filter(({ text }, i) => text !== held[i - 1]?.text)
  }
  let count = 0
  for (let i = 0; i < held.length; i += 1) {
    const term = held[i] as HeldTerm
    let at = count
    while (at > 0 && compareTerms(held[at - 1] as HeldTerm, term) > 0) at -= 1
    if (at > 0 && (held[at - 1] as HeldTerm).text === term.text) continue
    for (let j = count; j > at; j -= 1) held[j] = held[j - 1] as HeldTerm
    held[at] = term
    count += 1
  }
  held.length = count
  return held
}

function compareTerms(one: HeldTerm, other: HeldTerm): number {
  const first = one.leader ?? one
  const second = other.leader ?? other
  return (
    second.boost - first.boost ||
    compareIds(first.text, second.text) ||
    Number(one.leader !== undefined) - Number(other.leader !== undefined) ||
    compareIds(one.text, other.text)
  )
}
