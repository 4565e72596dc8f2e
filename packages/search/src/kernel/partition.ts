import type { EncodedTerm } from './term-table.ts'

/** A query term with its text and bytes, so that every partition can look it up in its own way. */
export interface LookupTerm extends EncodedTerm {
  readonly text: string
}

/** Scores under construction: one number a document, reused from search to search. */
export interface Accumulator {
  /** By ordinal; 0 where nothing was added. */
  readonly scores: Float64Array
  /** By ordinal: how many of the terms that cover stand in the name. */
  readonly covered: Uint8Array
  /** Ordinals whose score is not 0, the first `count` of them. */
  readonly touched: Uint32Array
  count: number
}

/** What a term counts for. */
export interface Contribution {
  /** Its idf times its weight in the query. */
  readonly boost: number
  /** Whether it covers a part of the name where it stands there. */
  readonly covers: boolean
}

/** What the score of a posting depends on beside the posting itself; see `termScore`. */
export interface Scoring {
  readonly k1: number
  readonly flat: number
  readonly slope: number
}

/**
 * A part of the inverted index with documents of its own, numbered by ordinals from 0. Removed documents keep
 * their ordinal until the partition is merged; they are scored with the rest and dropped when hits are taken.
 */
export interface Partition {
  /** Documents, removed ones included. */
  readonly size: number
  /** Documents that were removed. */
  readonly deadCount: number
  /** Length of each document by ordinal. */
  readonly lengths: Float64Array
  /** Different root terms in the name of each document by ordinal, at most 255. */
  readonly nameRoots: Uint8Array
  /** Handle of each document by ordinal; of no use for removed ones. */
  readonly handles: Uint32Array
  /** 1 where the document was removed. */
  readonly dead: Uint8Array
  /** Number of a term in this partition, or -1. */
  readonly find: (term: LookupTerm) => number
  /** Documents with the term that were not removed. */
  readonly liveFrequency: (term: number) => number
  /** Adds what a term contributes to every document that holds it. */
  readonly accumulate: (
    term: number,
    contribution: Contribution,
    scoring: Scoring,
    accumulator: Accumulator,
  ) => void
  /** Packed profile of a term in a document, or 0 when the document does not hold it. */
  readonly profileOf: (term: number, ordinal: number) => number
  /** Marks a document as removed. */
  readonly bury: (ordinal: number) => void
}
