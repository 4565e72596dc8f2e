import { SEARCH_FIELDS } from '@toolscout/model'
import type { Word } from '../analysis/analyzer.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { grown } from './growing-array.ts'
import type { Partition } from './partition.ts'
import { countOccurrence, createProfileTable } from './profile-table.ts'
import { createSegment, type Segment } from './segment.ts'
import { buildTermTable } from './term-table.ts'

/** The words of one document, by field in the order of SEARCH_FIELDS. */
export type AnalyzedDocument = readonly (readonly Word[])[]

/**
 * The partition new documents go into. Postings of a term form a linked list from the newest to the oldest, so
 * adding a document costs its own terms and nothing else, and it can be searched at once.
 */
export interface SegmentWriter extends Partition {
  /** Adds a document under a handle and gives back its ordinal. */
  readonly add: (document: AnalyzedDocument, handle: number) => number
  /** Sorts the postings by term into a segment. The writer must not be used afterwards. */
  readonly seal: () => Segment
}

/** Starts an empty {@link SegmentWriter}. */
export function createSegmentWriter(parameters: Bm25fParameters): SegmentWriter {
  const fieldWeights = SEARCH_FIELDS.map((field) => parameters.weights[field])
  const fieldLengthWeights = SEARCH_FIELDS.map((field) => parameters.lengthWeights[field])
  const terms = new Map<string, number>()
  const table = createProfileTable(parameters)
  // By term.
  let newest = new Int32Array(256)
  let termDocument = new Int32Array(256)
  let termEntry = new Uint32Array(256)
  // By posting.
  let documents = new Uint32Array(1_024)
  let profiles = new Uint32Array(1_024)
  let previous = new Int32Array(1_024)
  let termOf = new Uint32Array(1_024)
  let postingCount = 0
  // By document.
  let lengths = new Float64Array(64)
  let nameRoots = new Uint8Array(64)
  let handles = new Uint32Array(64)
  let dead = new Uint8Array(64)
  let size = 0
  let deadCount = 0
  // The terms of the document that is being added, each once, and their profiles.
  const entryTerms: number[] = []
  const entryProfiles: number[] = []

  const numberOf = (term: string): number => {
    const known = terms.get(term)
    if (known !== undefined) return known
    const number = terms.size
    terms.set(term, number)
    newest = grown(newest, number + 1)
    termDocument = grown(termDocument, number + 1)
    termEntry = grown(termEntry, number + 1)
    newest[number] = -1
    termDocument[number] = -1
    return number
  }

  /** Counts a term in the document that is being added; says whether it is its first occurrence there. */
  const countTerm = (term: string, field: number): boolean => {
    const number = numberOf(term)
    const isNew = termDocument[number] !== size
    if (isNew) {
      termDocument[number] = size
      termEntry[number] = entryTerms.length
      entryTerms.push(number)
      entryProfiles.push(0)
    }
    const entry = termEntry[number] as number
    entryProfiles[entry] = countOccurrence(entryProfiles[entry] as number, field, parameters.maxTermFrequency)
    return isNew
  }

  const appendPosting = (term: number, packed: number): void => {
    if (postingCount === documents.length) {
      documents = grown(documents, postingCount + 1)
      profiles = grown(profiles, postingCount + 1)
      previous = grown(previous, postingCount + 1)
      termOf = grown(termOf, postingCount + 1)
    }
    documents[postingCount] = size
    profiles[postingCount] = table.intern(packed)
    previous[postingCount] = newest[term] as number
    termOf[postingCount] = term
    newest[term] = postingCount
    postingCount += 1
  }

  const postingsOf = function* (term: number): Generator<number> {
    for (let i = newest[term] as number; i >= 0; i = previous[i] as number) yield i
  }

  return {
    get size() {
      return size
    },
    get deadCount() {
      return deadCount
    },
    get lengths() {
      return lengths
    },
    get nameRoots() {
      return nameRoots
    },
    get handles() {
      return handles
    },
    get dead() {
      return dead
    },
    add: (document, handle) => {
      entryTerms.length = 0
      entryProfiles.length = 0
      let length = 0
      let roots = 0
      document.forEach((words, field) => {
        if (fieldWeights[field] === 0) return
        let surfaceTokens = 0
        for (const word of words) {
          for (const token of word.tokens) {
            const isNew = countTerm(token.term, field)
            if (token.surface) surfaceTokens += 1
            if (field === 0 && isNew && token.root) roots += 1
          }
        }
        length += surfaceTokens * (fieldLengthWeights[field] as number)
      })
      entryTerms.forEach((term, entry) => {
        appendPosting(term, entryProfiles[entry] as number)
      })
      lengths = grown(lengths, size + 1)
      nameRoots = grown(nameRoots, size + 1)
      handles = grown(handles, size + 1)
      dead = grown(dead, size + 1)
      lengths[size] = length
      nameRoots[size] = Math.min(roots, 255)
      handles[size] = handle
      size += 1
      return size - 1
    },
    find: (term) => terms.get(term.text) ?? -1,
    liveFrequency: (term) => {
      let count = 0
      for (const i of postingsOf(term)) count += 1 - (dead[documents[i] as number] as number)
      return count
    },
    accumulate: (term, { boost, covers }, { k1, flat, slope }, accumulator) => {
      const { scores, covered, touched } = accumulator
      const { frequencies, inName } = table
      const scale = k1 + 1
      for (let i = newest[term] as number; i >= 0; i = previous[i] as number) {
        const ordinal = documents[i] as number
        const profile = profiles[i] as number
        const tf = frequencies[profile] as number
        const before = scores[ordinal] as number
        if (before === 0) touched[accumulator.count++] = ordinal
        scores[ordinal] = before + (boost * tf * scale) / (tf + flat + slope * (lengths[ordinal] as number))
        if (covers) covered[ordinal] = (covered[ordinal] as number) + (inName[profile] as number)
      }
    },
    profileOf: (term, ordinal) => {
      for (const i of postingsOf(term)) {
        if (documents[i] === ordinal) return table.packed[profiles[i] as number] as number
      }
      return 0
    },
    bury: (ordinal) => {
      if (dead[ordinal] === 1) return
      dead[ordinal] = 1
      deadCount += 1
    },
    seal: () => {
      // Counting sort by term; postings were written document by document, so each term's stay in order.
      const starts = new Uint32Array(terms.size + 1)
      for (let i = 0; i < postingCount; i += 1) (starts[(termOf[i] as number) + 1] as number) += 1
      for (let i = 1; i <= terms.size; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
      const next = starts.slice()
      const sortedDocuments = new Uint32Array(postingCount)
      const sortedProfiles =
        table.packed.length <= 65_536 ? new Uint16Array(postingCount) : new Uint32Array(postingCount)
      for (let i = 0; i < postingCount; i += 1) {
        const at = next[termOf[i] as number] as number
        next[termOf[i] as number] = at + 1
        sortedDocuments[at] = documents[i] as number
        sortedProfiles[at] = profiles[i] as number
      }
      const segment = createSegment(
        {
          terms: buildTermTable([...terms.keys()]),
          starts,
          documents: sortedDocuments,
          profiles: sortedProfiles,
          table: table.copy(),
        },
        {
          lengths: lengths.slice(0, size),
          nameRoots: nameRoots.slice(0, size),
          handles: handles.slice(0, size),
        },
      )
      for (let ordinal = 0; ordinal < size; ordinal += 1) if (dead[ordinal] === 1) segment.bury(ordinal)
      return segment
    },
  }
}
