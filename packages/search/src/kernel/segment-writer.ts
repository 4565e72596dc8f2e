import type { DocumentTokens } from '../analysis/tokens.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { type Allowance, type SegmentJob, startJob } from './merge-segments.ts'
import type { CopiedPostings, Partition } from './partition.ts'
import { createSegment, type Segment } from './segment.ts'
import { ProfileTableBuilder, TermCounter } from './term-counter.ts'
import { grown } from './text-table.ts'

/** Postings that are sorted between two looks at what is still allowed. */
const SEALED_AT_ONCE = 4_096

/**
 * The partition new documents go into. Postings of a term form a linked list from the newest to the oldest, so
 * adding a document costs its own terms and nothing else. They are linked when a term is next looked up: documents
 * that are added in bulk are sealed without.
 */
export class SegmentWriter implements Partition {
  readonly #counter: TermCounter
  readonly table: ProfileTableBuilder
  readonly postings: undefined
  // By posting.
  #documents = new Uint16Array(1_024)
  #profiles = new Uint32Array(1_024)
  #termOf = new Uint32Array(1_024)
  /** Postings of all its documents, removed ones included. */
  postingCount = 0
  // By term, of the postings that are linked.
  #newest = new Int32Array(0)
  #live = new Uint32Array(0)
  /** By posting. */
  #previous = new Int32Array(0)
  #linkedCount = 0
  // By document.
  lengths: Float32Array = new Float32Array(64)
  nameRoots: Uint8Array = new Uint8Array(64)
  docIds: Uint32Array = new Uint32Array(64)
  deleted: Uint8Array = new Uint8Array(64)
  /** The index of the first posting of each document. */
  #firstPostings = new Uint32Array(64)
  size = 0
  deletedCount = 0

  /** @param isPaired says of each field whether neighbouring roots are counted as pairs too. */
  constructor(parameters: Bm25fParameters, isPaired: readonly boolean[]) {
    this.#counter = new TermCounter(parameters, isPaired)
    this.table = new ProfileTableBuilder(parameters)
  }

  /** Adds a document and returns its ordinal. */
  add(document: DocumentTokens, docId: number): number {
    this.#counter.countDocument(document)
    const { count, numbers, lows, highs, length, nameRoots: roots } = this.#counter
    this.#reserve(this.postingCount + count)
    for (let entry = 0; entry < count; entry += 1) {
      this.#documents[this.postingCount] = this.size
      this.#profiles[this.postingCount] = this.table.intern(lows[entry] as number, highs[entry] as number)
      this.#termOf[this.postingCount] = numbers[entry] as number
      this.postingCount += 1
    }
    this.lengths[this.size] = length
    this.nameRoots[this.size] = Math.min(roots, 255)
    this.docIds[this.size] = docId
    this.size += 1
    this.#firstPostings[this.size] = this.postingCount
    return this.size - 1
  }

  findJoined(one: string, between: string, other: string): number {
    return this.#counter.terms.findJoined(one, between, other)
  }

  frequencyOf(term: string): number {
    if (this.#linkedCount < this.postingCount) this.#link()
    const number = this.#counter.terms.find(term)
    return number < 0 ? 0 : (this.#live[number] as number)
  }

  locate(term: string, row: Float64Array, at: number, copied: CopiedPostings): number {
    if (this.#linkedCount < this.postingCount) this.#link()
    const number = this.#counter.terms.find(term)
    const newest = number < 0 ? -1 : (this.#newest[number] as number)
    let count = 0
    for (let i = newest; i >= 0; i = this.#previous[i] as number) count += 1
    row[at] = copied.count
    copied.count += count
    row[at + 1] = copied.count
    copied.documents = grown(copied.documents, copied.count)
    copied.profiles = grown(copied.profiles, copied.count)
    let place = copied.count
    for (let i = newest; i >= 0; i = this.#previous[i] as number) {
      place -= 1
      copied.documents[place] = this.#documents[i] as number
      copied.profiles[place] = this.#profiles[i] as number
    }
    return number < 0 ? 0 : (this.#live[number] as number)
  }

  /** Not known: too few to be worth a look. */
  haveSamePostings(): boolean {
    return false
  }

  delete(ordinal: number): void {
    if (this.deleted[ordinal] === 1) return
    this.deleted[ordinal] = 1
    this.deletedCount += 1
    const end = Math.min(this.#firstPostings[ordinal + 1] as number, this.#linkedCount)
    for (let i = this.#firstPostings[ordinal] as number; i < end; i += 1) {
      this.#live[this.#termOf[i] as number] = (this.#live[this.#termOf[i] as number] as number) - 1
    }
  }

  /** Starts to sort the postings by term into a segment. Nothing may be added any more. */
  startSealing(): SegmentJob {
    return startJob([this], (allowance) => this.#sealInSteps(allowance))
  }

  *#sealInSteps(allowance: Allowance): Generator<undefined, Segment> {
    const { table, size, postingCount } = this
    const termOf = this.#termOf
    const count = this.#counter.terms.size
    // Counting sort by term; postings were written document by document, so each term's stay in order.
    const starts = new Uint32Array(count + 1)
    for (let from = 0; from < postingCount; from += SEALED_AT_ONCE) {
      const to = Math.min(postingCount, from + SEALED_AT_ONCE)
      for (let i = from; i < to; i += 1) (starts[(termOf[i] as number) + 1] as number) += 1
      allowance.left -= to - from
      if (allowance.left <= 0) yield
    }
    for (let i = 1; i <= count; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
    const next = starts.slice()
    const documents = new Uint16Array(postingCount)
    const profiles = table.count <= 65_536 ? new Uint16Array(postingCount) : new Uint32Array(postingCount)
    for (let from = 0; from < postingCount; from += SEALED_AT_ONCE) {
      const to = Math.min(postingCount, from + SEALED_AT_ONCE)
      for (let i = from; i < to; i += 1) {
        const at = next[termOf[i] as number] as number
        next[termOf[i] as number] = at + 1
        documents[at] = this.#documents[i] as number
        profiles[at] = this.#profiles[i] as number
      }
      allowance.left -= to - from
      if (allowance.left <= 0) yield
    }
    const postings = { terms: this.#counter.terms.trim(), starts, documents, profiles, table: table.copy() }
    const segment = createSegment(postings, {
      lengths: this.lengths.slice(0, size),
      nameRoots: this.nameRoots.slice(0, size),
      docIds: this.docIds.slice(0, size),
    })
    for (let ordinal = 0; ordinal < size; ordinal += 1) {
      if (this.deleted[ordinal] === 1) segment.delete(ordinal)
    }
    return segment
  }

  #reserve(postings: number): void {
    if (postings > this.#documents.length) {
      this.#documents = grown(this.#documents, postings)
      this.#profiles = grown(this.#profiles, postings)
      this.#termOf = grown(this.#termOf, postings)
    }
    if (this.size + 1 < this.lengths.length) return
    this.lengths = grown(this.lengths, this.size + 2)
    this.nameRoots = grown(this.nameRoots, this.size + 2)
    this.docIds = grown(this.docIds, this.size + 2)
    this.deleted = grown(this.deleted, this.size + 2)
    this.#firstPostings = grown(this.#firstPostings, this.size + 2)
  }

  #link(): void {
    const terms = this.#counter.terms.size
    if (terms > this.#newest.length) {
      const known = this.#newest.length
      this.#newest = grown(this.#newest, terms).fill(-1, known)
      this.#live = grown(this.#live, terms)
    }
    this.#previous = grown(this.#previous, this.postingCount)
    for (let i = this.#linkedCount; i < this.postingCount; i += 1) {
      const term = this.#termOf[i] as number
      this.#previous[i] = this.#newest[term] as number
      this.#newest[term] = i
      if (this.deleted[this.#documents[i] as number] === 0)
        this.#live[term] = (this.#live[term] as number) + 1
    }
    this.#linkedCount = this.postingCount
  }
}
