import type { DocumentTokens } from '../analysis/tokens.ts'
import { type Bm25fParameters, saturation } from './bm25f.ts'
import { grown } from './growing-array.ts'
import { type Contribution, createProfileTable, type Partition, type Scoring } from './partition.ts'
import { takeMaxScores } from './postings.ts'
import { createSegment, type Segment } from './segment.ts'
import { createTermCounter } from './term-counter.ts'
import type { Accumulator } from './top-k.ts'

/**
 * The partition new documents go into. Postings of a term form a linked list from the newest to the oldest, so
 * adding a document costs its own terms and nothing else. They are linked when a term is next looked up: documents
 * that are added in bulk are sealed without.
 */
export interface SegmentWriter extends Partition {
  /** Adds what a term contributes to every document that holds it. */
  readonly accumulate: (
    term: number,
    contribution: Contribution,
    scoring: Scoring,
    accumulator: Accumulator,
  ) => void
  /** Adds a document and returns its ordinal. */
  readonly add: (document: DocumentTokens, docId: number) => number
  /** Postings of all its documents, removed ones included. */
  readonly postingCount: number
  /**
   * Sorts the postings by term into a segment. The writer must not be used afterwards.
   *
   * @param slope what length counts now; see `MaxScores`.
   */
  readonly seal: (slope: number) => Segment
}

/**
 * Starts an empty {@link SegmentWriter}.
 *
 * @param isPaired see `createTermCounter`.
 */
export function createSegmentWriter(
  parameters: Bm25fParameters,
  isPaired: readonly boolean[],
): SegmentWriter {
  const counter = createTermCounter(parameters, isPaired)
  const table = createProfileTable(parameters)
  // By posting.
  let documents = new Uint16Array(1_024)
  let profiles = new Uint32Array(1_024)
  let termOf = new Uint32Array(1_024)
  let postingCount = 0
  // By term, of the postings that are linked.
  let newest = new Int32Array(0)
  let highest = new Float64Array(0)
  let live = new Uint32Array(0)
  /** By posting. */
  let previous = new Int32Array(0)
  let linkedCount = 0
  // By document.
  let lengths = new Float64Array(64)
  let nameRoots = new Uint8Array(64)
  let docIds = new Uint32Array(64)
  let deleted = new Uint8Array(64)
  /** The index of the first posting of each document. */
  let firstPostings = new Uint32Array(64)
  let size = 0
  let deletedCount = 0

  const reserve = (postings: number): void => {
    if (postings > documents.length) {
      documents = grown(documents, postings)
      profiles = grown(profiles, postings)
      termOf = grown(termOf, postings)
    }
    if (size + 1 < lengths.length) return
    lengths = grown(lengths, size + 2)
    nameRoots = grown(nameRoots, size + 2)
    docIds = grown(docIds, size + 2)
    deleted = grown(deleted, size + 2)
    firstPostings = grown(firstPostings, size + 2)
  }
  const link = (): void => {
    const terms = counter.terms.size
    if (terms > newest.length) {
      const known = newest.length
      newest = grown(newest, terms).fill(-1, known)
      highest = grown(highest, terms)
      live = grown(live, terms)
    }
    previous = grown(previous, postingCount)
    const { frequencies } = table
    for (let i = linkedCount; i < postingCount; i += 1) {
      const term = termOf[i] as number
      previous[i] = newest[term] as number
      newest[term] = i
      if (deleted[documents[i] as number] === 0) live[term] = (live[term] as number) + 1
      const frequency = frequencies[profiles[i] as number] as number
      if (frequency > (highest[term] as number)) highest[term] = frequency
    }
    linkedCount = postingCount
  }

  return {
    get size() {
      return size
    },
    get deletedCount() {
      return deletedCount
    },
    get lengths() {
      return lengths
    },
    get nameRoots() {
      return nameRoots
    },
    get docIds() {
      return docIds
    },
    get deleted() {
      return deleted
    },
    get postingCount() {
      return postingCount
    },
    table,
    add: (document, docId) => {
      const { count, numbers, lows, highs, length, nameRoots: roots } = counter.count(document)
      reserve(postingCount + count)
      for (let entry = 0; entry < count; entry += 1) {
        documents[postingCount] = size
        profiles[postingCount] = table.intern(lows[entry] as number, highs[entry] as number)
        termOf[postingCount] = numbers[entry] as number
        postingCount += 1
      }
      lengths[size] = length
      nameRoots[size] = Math.min(roots, 255)
      docIds[size] = docId
      size += 1
      firstPostings[size] = postingCount
      return size - 1
    },
    find: (term) => {
      if (linkedCount < postingCount) link()
      return counter.terms.find(term.text)
    },
    liveFrequency: (term) => live[term] as number,
    highestSaturation: (term, { flat }) => saturation(highest[term] as number, 0, flat, 0),
    accumulate: (term, { boost, covers }, { flat, slope }, accumulator) => {
      const { scores, covered, touched } = accumulator
      const { frequencies, inName } = table
      for (let i = newest[term] as number; i >= 0; i = previous[i] as number) {
        const ordinal = documents[i] as number
        const profile = profiles[i] as number
        const before = scores[ordinal] as number
        if (before === 0) touched[accumulator.count++] = ordinal
        const tf = frequencies[profile] as number
        scores[ordinal] = before + boost * saturation(tf, lengths[ordinal] as number, flat, slope)
        if (covers) covered[ordinal] = (covered[ordinal] as number) + (inName[profile] as number)
      }
    },
    profileOf: (term, ordinal) => {
      for (let i = newest[term] as number; i >= 0; i = previous[i] as number) {
        if (documents[i] === ordinal) return profiles[i] as number
      }
      return -1
    },
    delete: (ordinal) => {
      if (deleted[ordinal] === 1) return
      deleted[ordinal] = 1
      deletedCount += 1
      const end = Math.min(firstPostings[ordinal + 1] as number, linkedCount)
      for (let i = firstPostings[ordinal] as number; i < end; i += 1) {
        live[termOf[i] as number] = (live[termOf[i] as number] as number) - 1
      }
    },
    seal: (slope) => {
      const count = counter.terms.size
      // Counting sort by term; postings were written document by document, so each term's stay in order.
      const starts = new Uint32Array(count + 1)
      for (let i = 0; i < postingCount; i += 1) (starts[(termOf[i] as number) + 1] as number) += 1
      for (let i = 1; i <= count; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
      const next = starts.slice()
      const sortedDocuments = new Uint16Array(postingCount)
      const sortedProfiles =
        table.count <= 65_536 ? new Uint16Array(postingCount) : new Uint32Array(postingCount)
      for (let i = 0; i < postingCount; i += 1) {
        const at = next[termOf[i] as number] as number
        next[termOf[i] as number] = at + 1
        sortedDocuments[at] = documents[i] as number
        sortedProfiles[at] = profiles[i] as number
      }
      const postings = {
        terms: counter.terms.toTable(),
        starts,
        documents: sortedDocuments,
        profiles: sortedProfiles,
        table: table.copy(),
      }
      const maxScores = { steps: new Uint8Array(count), slope }
      takeMaxScores(postings, lengths, parameters.k1 * (1 - parameters.b), maxScores, 0, count)
      const segment = createSegment(postings, maxScores, {
        lengths: lengths.slice(0, size),
        nameRoots: nameRoots.slice(0, size),
        docIds: docIds.slice(0, size),
      })
      for (let ordinal = 0; ordinal < size; ordinal += 1) if (deleted[ordinal] === 1) segment.delete(ordinal)
      return segment
    },
  }
}
