import { SEARCH_FIELDS } from '@toolscout/model'
import type { Bm25fParameters } from './bm25f.ts'
import { grown } from './text-table.ts'

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
  readonly find: (term: string) => number
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

/** Bits of a field, of `MAX_TERM_FREQUENCY`. */
const FIELD_BITS = 5
const FIELD_MASK = 2 ** FIELD_BITS - 1
/** Fields in the low word. */
export const LOW_FIELDS = 6

/** A {@link ProfileTable} that grows. */
export class ProfileTableBuilder implements ProfileTable {
  readonly #weights: readonly number[]
  readonly #pairs = new PairTable()
  frequencies: Float64Array = new Float64Array(64)
  inName: Uint8Array = new Uint8Array(64)

  constructor({ weights }: Bm25fParameters) {
    this.#weights = SEARCH_FIELDS.map((field) => weights[field])
  }

  get count(): number {
    return this.#pairs.count
  }

  get low(): Uint32Array {
    return this.#pairs.firsts
  }

  get high(): Uint32Array {
    return this.#pairs.seconds
  }

  /** The number of a profile; a new one gets the next number. */
  intern(low: number, high: number): number {
    const known = this.count
    const profile = this.#pairs.intern(low, high)
    if (profile < known) return profile
    this.frequencies = grown(this.frequencies, this.count)
    this.inName = grown(this.inName, this.count)
    const { low: lows, high: highs } = this
    this.frequencies[profile] = this.#weights.reduce(
      (sum, weight, field) => sum + weight * occurrences({ low: lows, high: highs }, profile, field),
      0,
    )
    this.inName[profile] = (low & FIELD_MASK) > 0 ? 1 : 0
    return profile
  }

  /** A copy of what there is, no longer than needed. */
  copy(): ProfileTable {
    const { count, low, high, frequencies, inName } = this
    return {
      count,
      low: low.slice(0, count),
      high: high.slice(0, count),
      frequencies: frequencies.slice(0, count),
      inName: inName.slice(0, count),
    }
  }
}

/** Pairs of 32-bit numbers, each interned under a number: an open-addressing hash table, at most half full. */
export class PairTable {
  count = 0
  // By number of a pair.
  firsts: Uint32Array = new Uint32Array(64)
  seconds: Uint32Array = new Uint32Array(64)
  /** Numbers plus 1, or 0 where free. */
  #slots = new Uint32Array(256)

  /** The number of a pair; a new one gets the next. */
  intern(first: number, second: number): number {
    if (2 * (this.count + 1) > this.#slots.length) this.#rehash()
    const slot = this.#slotOf(first, second)
    const entry = this.#slots[slot] as number
    if (entry > 0) return entry - 1
    const number = this.count
    this.count += 1
    this.firsts = grown(this.firsts, this.count)
    this.seconds = grown(this.seconds, this.count)
    this.firsts[number] = first
    this.seconds[number] = second
    this.#slots[slot] = this.count
    return number
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === 0 || (this.firsts[entry - 1] === first && this.seconds[entry - 1] === second)) return slot
    }
  }

  #rehash(): void {
    this.#slots = new Uint32Array(4 * this.#slots.length)
    for (let number = 0; number < this.count; number += 1) {
      this.#slots[this.#slotOf(this.firsts[number] as number, this.seconds[number] as number)] = number + 1
    }
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
