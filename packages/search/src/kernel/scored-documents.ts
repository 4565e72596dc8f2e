import { compareIds } from '@toolscout/model'
import { type Bm25fParameters, inverseDocumentFrequency, lengthNormalization } from './bm25f.ts'
import type { DocumentsInIndex, InvertedIndex } from './inverted-index.ts'
import {
  type CopiedPostings,
  type DocIds,
  type Partition,
  type PostingList,
  type Scoring,
  seek,
} from './partition.ts'
import { grown } from './text-table.ts'

// A row of a term: the documents that hold it, its idf, and then where its postings are in each partition, two numbers each.
export const FREQUENCY = 0
export const IDF = 1
export const FIRST_RANGE = 2

/** The row of terms that no document holds. */
const NO_ROW = 0

/** Terms that are remembered: as many as some hundreds of requests ask for. */
const MAX_TERMS = 8_192

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

/** A term of a query that documents hold. */
export interface HeldTerm {
  readonly text: string
  /** Where its row begins. */
  readonly row: number
  /** What the term adds at full saturation: its idf times its weight in the query times k1 + 1. */
  readonly boost: number
  /** Its weight in the query. */
  readonly weight: number
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
  /** See `DocumentFactor`. */
  readonly isMarked: boolean
  /** See `QueryTerm`. */
  readonly within: string | undefined
  /** The term it follows, which as many documents hold; undefined for one that follows none. */
  leader: HeldTerm | undefined
}

/**
 * The documents of an index until one of them changes, and the terms that were looked up in them: a request and its
 * subqueries ask for the same ones. A term is a row of numbers, since an object would be several places in memory.
 */
export class ScoredDocuments {
  /** What they were made of. */
  readonly contents: DocumentsInIndex
  readonly partitions: readonly Partition[]
  readonly docIds: DocIds
  readonly parameters: Bm25fParameters
  readonly count: number
  readonly scoring: Scoring
  /** By partition: where the rows point. */
  readonly postings: readonly PostingList[]
  /** A row for each term; an array that was read stays good for the terms that were looked up before. */
  rows: Float64Array
  readonly #width: number
  readonly #rowOf = new Map<string, number>()
  #end: number

  constructor(contents: DocumentsInIndex) {
    const { partitions, docIds, parameters, count, totalLength } = contents
    this.contents = contents
    this.partitions = partitions
    this.docIds = docIds
    this.parameters = parameters
    this.count = count
    this.scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
    this.postings = partitions.map(({ postings }) => postings ?? noneCopied())
    this.#width = FIRST_RANGE + 2 * partitions.length
    this.#end = this.#width
    this.rows = new Float64Array(16 * this.#width)
  }

  /** Whether so much is remembered that it is time to begin again. */
  get isFull(): boolean {
    return this.#rowOf.size >= MAX_TERMS
  }

  /** Where the row of a term begins; {@link NO_ROW} when no document holds it. */
  rowOf(term: string): number {
    return this.#rowOf.get(term) ?? this.#lookUp(term)
  }

  /** Number of the profile of a term in a document, or -1 when that does not hold it. */
  profileOf(row: number, partition: number, ordinal: number): number {
    const { documents, profiles } = this.postings[partition] as PostingList
    const end = this.rows[row + FIRST_RANGE + 2 * partition + 1] as number
    const place = seek(documents, this.rows[row + FIRST_RANGE + 2 * partition] as number, end, ordinal)
    return place < end && documents[place] === ordinal ? (profiles[place] as number) : -1
  }

  #lookUp(term: string): number {
    const row = this.#end
    this.rows = grown(this.rows, row + this.#width)
    const { rows, partitions } = this
    let frequency = 0
    for (let p = 0; p < partitions.length; p += 1) {
      const at = row + FIRST_RANGE + 2 * p
      frequency += (partitions[p] as Partition).locate(term, rows, at, this.postings[p] as CopiedPostings)
    }
    rows[row + FREQUENCY] = frequency
    rows[row + IDF] = inverseDocumentFrequency(this.count, frequency)
    // Not remembered: there is no end of terms that no document holds.
    if (frequency === 0) return NO_ROW
    this.#end = row + this.#width
    this.#rowOf.set(term, row)
    return row
  }
}

/** The documents of an index as they are now. */
export class CurrentDocuments {
  readonly #index: Pick<InvertedIndex, 'contents'>
  #documents: ScoredDocuments | undefined

  constructor(index: Pick<InvertedIndex, 'contents'>) {
    this.#index = index
  }

  get(): ScoredDocuments {
    const { contents } = this.#index
    if (this.#documents?.contents !== contents || this.#documents.isFull)
      this.#documents = new ScoredDocuments(contents)
    return this.#documents
  }

  /** Documents that hold a term. */
  frequencyOf(term: string): number {
    const documents = this.get()
    // Looking it up may make another array.
    const row = documents.rowOf(term)
    return documents.rows[row + FREQUENCY] as number
  }

  /** Whether a document holds the term that two texts make with another between them; those that none does are not put together. */
  holdJoined(one: string, between: string, other: string): boolean {
    const { partitions } = this.get()
    let isKnown = false
    for (let i = 0; i < partitions.length && !isKnown; i += 1)
      isKnown = (partitions[i] as Partition).findJoined(one, between, other) >= 0
    return isKnown && this.frequencyOf(one + between + other) > 0
  }
}

function noneCopied(): CopiedPostings {
  return { documents: new Uint16Array(64), profiles: new Uint32Array(64), count: 0 }
}

/** What is looked up. */
interface LookedUp {
  readonly terms: readonly QueryTerm[]
  readonly coverage: number
  readonly marked: ReadonlySet<string> | undefined
}

/**
 * Looks up the terms of a query; those that no document holds are left out. The others are added up in one order
 * whatever the order of the words and of the partitions, so the last bit of a score never depends on those: what can
 * add the most comes first, but a word of which each tool with its stem has the very form follows its stem, so that
 * the postings of both are read once.
 */
export function toHeldTerms(
  documents: ScoredDocuments,
  { terms, coverage, marked }: LookedUp,
): readonly HeldTerm[] {
  const { k1 } = documents.parameters
  const held: HeldTerm[] = []
  let isFollowing = false
  for (let i = 0; i < terms.length; i += 1) {
    const { text, weight, covers, within } = terms[i] as QueryTerm
    const row = documents.rowOf(text)
    if (row === NO_ROW) continue
    const boost = (documents.rows[row + IDF] as number) * weight * (k1 + 1)
    const isMarked = marked?.has(text) === true
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
