import type { ProfileTable } from './profile-table.ts'
import type { EncodedTerm } from './term-table.ts'

/** What a term counts for. */
export interface Contribution {
  /** What the term adds at full saturation: its idf times its weight in the query times k1 + 1. */
  readonly boost: number
  /** Whether it covers a part of the name where it stands there. */
  readonly covers: boolean
}

/** What the score of a posting depends on beside the posting itself; see `saturation`. */
export interface Scoring {
  readonly flat: number
  readonly slope: number
}

/** What a partition knows of its documents, by ordinal. */
export interface PartitionDocuments {
  readonly lengths: Float64Array
  /** Different root terms in the name, at most 255. */
  readonly nameRoots: Uint8Array
  /** Handle of the document; of no use for removed ones. */
  readonly handles: Uint32Array
}

/**
 * A part of the inverted index with documents of its own, numbered by ordinals from 0. Removed documents keep
 * their ordinal until the partition is merged; they are scored with the rest and dropped when hits are taken.
 */
export interface Partition extends PartitionDocuments {
  /** Documents, removed ones included; at most `MAX_PLACES`. */
  readonly size: number
  /** Documents that were removed. */
  readonly deadCount: number
  /** 1 where the document was removed. */
  readonly dead: Uint8Array
  /** The profiles of its postings. */
  readonly table: ProfileTable
  /** Number of a term in this partition, or -1. */
  readonly find: (term: EncodedTerm) => number
  /** Documents with the term that were not removed. */
  readonly liveFrequency: (term: number) => number
  /** No document reaches a higher saturation with the term than this, up to rounding. */
  readonly highestSaturation: (term: number, scoring: Scoring) => number
  /** Number of the profile of a term in a document, or -1 when the document does not hold it. */
  readonly profileOf: (term: number, ordinal: number) => number
  /** Marks a document as removed. */
  readonly bury: (ordinal: number) => void
}
