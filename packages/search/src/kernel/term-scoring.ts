import { compareIds, type Explanation } from '@toolscout/model'
import { coverageFactor, saturation } from './bm25f.ts'
import { collectBest, type DocumentFactor } from './collect-best.ts'
import { explainHit } from './explain-hit.ts'
import {
  FIRST_RANGE,
  FREQUENCY,
  type HeldTerm,
  IDF,
  NO_ROW,
  type ScoredDocuments,
} from './scored-documents.ts'
import type { RankedDocs } from './top-k.ts'

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

/** Whether a document may be a hit. */
export type AcceptsDoc = (docId: number) => boolean

/** A query whose terms were looked up; good until the documents change. */
export class TermScoring {
  /** The terms that documents hold, in the order in which they are added up: what can add the most comes first. */
  readonly terms: readonly HeldTerm[]
  readonly #documents: ScoredDocuments
  readonly #query: TermQuery

  constructor(documents: ScoredDocuments, query: TermQuery) {
    this.#documents = documents
    this.#query = query
    this.terms = toHeldTerms(documents, query)
  }

  /**
   * The best documents, best first in the one order of hits: the very ones that scoring every document would give,
   * without scoring those that cannot be among them.
   *
   * @param limit at least 1.
   */
  best(limit: number, accepts?: AcceptsDoc): RankedDocs {
    const { coverage, factor } = this.#query
    return collectBest(this.#documents, { limit, terms: this.terms, coverage, factor, accepts })
  }

  /** The score of one document; 0 when it holds no term. */
  scoreOf(docId: number): number {
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const { coverage, factor } = this.#query
    const { partitions, rows, scoring } = this.#documents
    const { flat, slope } = scoring
    const range = FIRST_RANGE + 2 * partitions.indexOf(partition)
    let sum = 0
    let covered = 0
    let holdsMarked = false
    for (const { row, boost, covers, isMarked } of this.terms) {
      const profile = partition.profileOf(rows, row + range, ordinal)
      if (profile < 0) continue
      const tf = partition.table.frequencies[profile] as number
      sum += boost * saturation(tf, partition.lengths[ordinal] as number, flat, slope)
      if (covers) covered += partition.table.inName[profile] as number
      if (isMarked) holdsMarked = true
    }
    const score = sum * coverageFactor(coverage, covered, partition.nameRoots[ordinal] as number)
    return factor === undefined ? score : score * factor.of(docId, holdsMarked)
  }

  /** Which of the terms a document holds. */
  termsOf(docId: number): ReadonlySet<string> {
    const holds = this.holdingOf(docId)
    const held = new Set<string>()
    for (const term of this.terms) if (holds(term)) held.add(term.text)
    return held
  }

  /** Says of the terms whether a document holds them. */
  holdingOf(docId: number): (term: HeldTerm) => boolean {
    const { docIds, partitions, rows } = this.#documents
    const { partition, ordinal } = docIds.addressOf(docId)
    const range = FIRST_RANGE + 2 * partitions.indexOf(partition)
    return ({ row }) => partition.profileOf(rows, row + range, ordinal) >= 0
  }

  /** How the score of a document comes about. */
  explain(docId: number): Explanation {
    const documents = this.#documents
    const { coverage, factor } = this.#query
    const { partition, ordinal } = documents.docIds.addressOf(docId)
    const whole = explainHit(
      { partition, ordinal, partitionIndex: documents.partitions.indexOf(partition) },
      { documents, terms: this.terms, coverage },
    )
    if (factor === undefined) return whole
    const holds = this.holdingOf(docId)
    const isMarked = this.terms.some((term) => term.isMarked && holds(term))
    const kept = factor.of(docId, isMarked)
    if (kept === 1) return whole
    const children = [whole, { label: factor.why(docId, isMarked), value: kept }]
    return { label: 'score × share that is kept', value: whole.value * kept, children }
  }
}

/**
 * Looks up the terms of a query; those that no document holds are left out. The others are added up in one order
 * whatever the order of the words and of the partitions, so the last bit of a score never depends on those: what can
 * add the most comes first, but a word of which each tool with its stem has the very form follows its stem, so that
 * the postings of both are read once.
 */
function toHeldTerms(
  documents: ScoredDocuments,
  { terms, coverage, factor }: TermQuery,
): readonly HeldTerm[] {
  const { k1 } = documents.parameters
  const held: HeldTerm[] = []
  let isFollowing = false
  for (let i = 0; i < terms.length; i += 1) {
    const { text, weight, covers, within } = terms[i] as QueryTerm
    const row = documents.rowOf(text)
    if (row === NO_ROW) continue
    const boost = (documents.rows[row + IDF] as number) * weight * (k1 + 1)
    const isMarked = factor?.marked.has(text) === true
    held.push({
      text,
      row,
      boost,
      weight,
      covers: covers && coverage > 0,
      isMarked,
      within,
      leader: undefined,
    })
    if (within !== undefined) isFollowing = true
  }
  if (isFollowing) linkLeaders(held, documents.rows)
  if (held.length > FEW_TERMS) held.sort(compareTerms)
  let count = 0
  for (let i = 0; i < held.length; i += 1) {
    const term = held[i] as HeldTerm
    let at = count
    while (at > 0 && compareTerms(held[at - 1] as HeldTerm, term) > 0) at -= 1
    // The same text with the same weight stands side by side, and stays once.
    if (at > 0 && (held[at - 1] as HeldTerm).text === term.text) continue
    for (let j = count; j > at; j -= 1) held[j] = held[j - 1] as HeldTerm
    held[at] = term
    count += 1
  }
  held.length = count
  return held
}

function linkLeaders(held: readonly HeldTerm[], rows: Float64Array): void {
  const byText = new Map(held.map((term) => [term.text, term]))
  for (const term of held) {
    const leader = term.within === undefined ? undefined : byText.get(term.within)
    if (leader === undefined || leader === term) continue
    if (rows[leader.row + FREQUENCY] === rows[term.row + FREQUENCY]) term.leader = leader
  }
}

/** Up to this many terms are put in order as fast by insertion, without the code of a sort. */
const FEW_TERMS = 64

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
