import { type Bm25fParameters, inverseDocumentFrequency, lengthNormalization } from './bm25f.ts'
import type { DocIds, Partition, Scoring } from './partition.ts'
import { grown } from './text-table.ts'

// A row of a term: the documents that hold it, its idf, and then where its postings are in each partition, two numbers each.
export const FREQUENCY = 0
export const IDF = 1
export const FIRST_RANGE = 2

/** The row of terms that no document holds. */
export const NO_ROW = 0

/** Terms that are remembered: as many as some hundreds of requests ask for. */
const MAX_TERMS = 8_192

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

/** What {@link ScoredDocuments} are made of. */
export interface DocumentsInIndex {
  readonly partitions: readonly Partition[]
  readonly docIds: DocIds
  readonly parameters: Bm25fParameters
  /** Documents that can be found. */
  readonly count: number
  readonly totalLength: number
}

/**
 * The documents of an index until one of them changes, and the terms that were looked up in them: a request and its
 * subqueries ask for the same ones. A term is a row of numbers, since an object would be several places in memory.
 */
export class ScoredDocuments {
  readonly partitions: readonly Partition[]
  readonly docIds: DocIds
  readonly parameters: Bm25fParameters
  readonly count: number
  readonly scoring: Scoring
  /** A row for each term; an array that was read stays good for the terms that were looked up before. */
  rows: Float64Array
  readonly #width: number
  readonly #rowOf = new Map<string, number>()
  #end: number

  constructor({ partitions, docIds, parameters, count, totalLength }: DocumentsInIndex) {
    this.partitions = partitions
    this.docIds = docIds
    this.parameters = parameters
    this.count = count
    this.scoring = lengthNormalization(parameters, count === 0 ? 0 : totalLength / count)
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

  #lookUp(term: string): number {
    const row = this.#end
    this.rows = grown(this.rows, row + this.#width)
    const { rows, partitions } = this
    let frequency = 0
    for (let p = 0; p < partitions.length; p += 1) {
      frequency += (partitions[p] as Partition).locate(term, rows, row + FIRST_RANGE + 2 * p)
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
