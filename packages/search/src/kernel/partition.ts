import { SEARCH_FIELDS } from '@toolscout/model'
import type { Bm25fParameters } from './bm25f.ts'
import { createPairTable, grown } from './hash-table.ts'
import type { EncodedTerm } from './term-table.ts'

/** What a term counts for. */
export interface Contribution {
  /** What the term adds at full saturation: its idf times its weight in the query times k1 + 1. */
  readonly boost: number
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
}

/** Length normalization; see `saturation`. */
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
  readonly docIds: Uint32Array
}

/**
 * A part of the inverted index with documents of its own, numbered by ordinals from 0. Removed documents keep
 * their ordinal until the partition is merged; they are scored with the rest and dropped when hits are taken.
 */
export interface Partition extends PartitionDocuments {
  /** Documents, removed ones included; at most `MAX_PLACES`. */
  readonly size: number
  /** Documents that were removed. */
  readonly deletedCount: number
  /** 1 where the document was removed. */
  readonly deleted: Uint8Array
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
  readonly delete: (ordinal: number) => void
}

/**
 * A profile says how often a term occurs in each field of a document: five bits a field, the first six fields in
 * `low`, the others in `high`. Few profiles occur (hundreds in a catalog of 100,000 tools), so postings hold a
 * small number and the profile itself is stored once, in a table. Everything here is by that number; arrays may be
 * longer than `count`.
 */
export interface ProfileTable {
  readonly count: number
  readonly low: Uint32Array
  readonly high: Uint32Array
  /** Σ weight · occurrences: the tf of BM25F. */
  readonly frequencies: Float64Array
  /** 1 where the term occurs in the name, which is the first of the fields. */
  readonly inName: Uint8Array
}

/** A {@link ProfileTable} that grows. */
export interface ProfileTableBuilder extends ProfileTable {
  /** The number of a profile; a new one gets the next number. */
  readonly intern: (low: number, high: number) => number
  /** A copy of what there is, no longer than needed. */
  readonly copy: () => ProfileTable
}

/** Bits of a field, of `MAX_TERM_FREQUENCY`. */
const FIELD_BITS = 5
const FIELD_MASK = 2 ** FIELD_BITS - 1
/** Fields in the low word. */
export const LOW_FIELDS = 6

/** Starts an empty table for these weights. */
export function createProfileTable(parameters: Bm25fParameters): ProfileTableBuilder {
  const weights = SEARCH_FIELDS.map((field) => parameters.weights[field])
  const pairs = createPairTable()
  let count = 0
  let frequencies = new Float64Array(64)
  let inName = new Uint8Array(64)

  const append = (low: number, high: number): void => {
    pairs.add(low, high, count)
    frequencies = grown(frequencies, count + 1)
    inName = grown(inName, count + 1)
    let frequency = 0
    for (let field = 0; field < weights.length; field += 1) {
      frequency +=
        (weights[field] as number) * occurrences({ low: pairs.firsts, high: pairs.seconds }, count, field)
    }
    frequencies[count] = frequency
    inName[count] = (low & FIELD_MASK) > 0 ? 1 : 0
    count += 1
  }

  return {
    get count() {
      return count
    },
    get low() {
      return pairs.firsts
    },
    get high() {
      return pairs.seconds
    },
    get frequencies() {
      return frequencies
    },
    get inName() {
      return inName
    },
    intern: (low, high) => {
      const known = pairs.find(low, high)
      if (known >= 0) return known
      append(low, high)
      return count - 1
    },
    copy: () => ({
      count,
      low: pairs.firsts.slice(0, count),
      high: pairs.seconds.slice(0, count),
      frequencies: frequencies.slice(0, count),
      inName: inName.slice(0, count),
    }),
  }
}

/** How often the term occurs in field `field` (its place in SEARCH_FIELDS). */
export function occurrences(
  { low, high }: Pick<ProfileTable, 'low' | 'high'>,
  profile: number,
  field: number,
): number {
  const word = (field < LOW_FIELDS ? low[profile] : high[profile]) as number
  return (word >>> fieldShift(field)) & FIELD_MASK
}

/** Where the bits of a field begin in its word. */
export function fieldShift(field: number): number {
  return FIELD_BITS * (field < LOW_FIELDS ? field : field - LOW_FIELDS)
}

/** One more occurrence in the field whose bits begin at `shift`, unless the field is at its cap. */
export function countOccurrence(word: number, shift: number, cap: number): number {
  return ((word >>> shift) & FIELD_MASK) < cap ? word + (1 << shift) : word
}
