import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { grown, TextTable } from './text-table.ts'

/** Most places, what 16 bits count; at most one fewer are taken, since slots of scores are counted from 1. */
export const MAX_PLACES = 65_536

/** Length normalization; see `saturation`. */
export interface Scoring {
  readonly flat: number
  readonly slope: number
}

/** What a partition knows of its documents, by ordinal. */
export interface PartitionDocuments {
  /** In 24 bits: exact up to 16,384, whatever the weights. */
  readonly lengths: Float32Array
  /** Different root terms in the name, at most 255. */
  readonly nameRoots: Uint8Array
  /** docId of the document; of no use for removed ones. */
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
  /** All its postings; of one that is still written those that were asked for are copied. */
  readonly postings: Postings | undefined
  /**
   * Writes where the postings of a term are into two places of a row, copied behind others where they do not stand side by
   * side; gives what `frequencyOf` gives.
   */
  readonly locate: (term: string, row: Float64Array, at: number, copied: CopiedPostings) => number
  /** How many documents that were not removed hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Whether postings are known to be the same as as many others. */
  readonly haveSamePostings: (start: number, end: number, otherStart: number) => boolean
  /** Number of the term that two texts make with another between them, or -1. */
  readonly findJoined: (one: string, between: string, other: string) => number
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

/** Where postings stand side by side: for every term its documents in ascending order, each with a profile. */
export interface PostingList {
  /** Ordinal of the document of each posting. */
  readonly documents: Uint16Array
  /** Number of the profile of each posting. */
  readonly profiles: Uint16Array | Uint32Array
}

/** The postings of a sealed partition. */
export interface Postings extends PostingList {
  readonly terms: TextTable
  /** Postings of term `i` are those from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array
  readonly table: ProfileTable
}

/** Postings that were copied side by side when their terms were looked up. */
export interface CopiedPostings {
  documents: Uint16Array
  profiles: Uint32Array
  count: number
}

/** The first posting from `from` up to `to` whose document is `ordinal` or later; `to` when there is none. */
export function seek(documents: Uint16Array, from: number, to: number, ordinal: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low
}

/** Bits of a field, of `MAX_TERM_FREQUENCY`. */
const FIELD_BITS = 5
const FIELD_MASK = 2 ** FIELD_BITS - 1
/** Fields in the low word. */
export const LOW_FIELDS = 6

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

/** Where a document is. */
export interface DocAddress {
  readonly partition: Partition
  readonly ordinal: number
}

/** Document ids: short numbers that stay the same while a document moves between partitions, and are used again. */
export class DocIds {
  readonly #table: TextTable
  // By docId. Ids that were saved become texts when they are asked for.
  readonly #ids: (string | undefined)[]
  readonly #partitions: (Partition | undefined)[]
  #ordinals: Uint32Array

  constructor(saved?: SectionReader) {
    this.#table = new TextTable(saved)
    const { count } = this.#table
    this.#ids = new Array<string | undefined>(count)
    this.#partitions = new Array<Partition | undefined>(count)
    this.#ordinals = new Uint32Array(Math.max(64, count))
  }

  get(id: string): number | undefined {
    const docId = this.#table.find(id)
    return docId < 0 ? undefined : docId
  }

  /** Assigns a docId to a new id. */
  create(id: string): number {
    const docId = this.#table.add(id)
    this.#ids[docId] = id
    return docId
  }

  release(docId: number): void {
    this.#table.remove(docId)
    this.#ids[docId] = undefined
    this.#partitions[docId] = undefined
  }

  idOf(docId: number): string {
    let id = this.#ids[docId]
    if (id === undefined) {
      id = this.#table.textOf(docId)
      this.#ids[docId] = id
    }
    return id
  }

  /** Sets the address of a document. */
  place(docId: number, partition: Partition, ordinal: number): void {
    this.#ordinals = grown(this.#ordinals, docId + 1)
    this.#partitions[docId] = partition
    this.#ordinals[docId] = ordinal
  }

  /** Sets the addresses of all documents of a partition. */
  settle(partition: Partition): void {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.deleted[ordinal] === 0)
        this.place(partition.docIds[ordinal] as number, partition, ordinal)
    }
  }

  /** The address of a document that has one. */
  addressOf(docId: number): DocAddress {
    return {
      partition: this.#partitions[docId] as Partition,
      ordinal: this.#ordinals[docId] as number,
    }
  }

  /** Writes the ids; addresses are those of the partitions. */
  save(out: SectionWriter): void {
    this.#table.save(out)
  }
}
