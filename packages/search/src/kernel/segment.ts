import type { Partition } from './partition.ts'
import type { ProfileTable } from './profile-table.ts'
import { findTerm, type TermTable } from './term-table.ts'

/** The postings of a sealed partition: for every term its documents in ascending order, each with a profile. */
export interface Postings {
  readonly terms: TermTable
  /** Postings of term `i` stand from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array
  /** Ordinal of the document of each posting. */
  readonly documents: Uint32Array
  /** Number of the profile of each posting. */
  readonly profiles: Uint16Array | Uint32Array
  readonly table: ProfileTable
}

/** A sealed partition: nothing is added any more, documents may still be removed. */
export interface Segment extends Partition {
  readonly postings: Postings
}

/** What a segment knows of its documents, by ordinal; see {@link Partition}. */
export type SegmentDocuments = Pick<Partition, 'lengths' | 'nameRoots' | 'handles'>

/** Takes postings and the documents they speak of into a segment. The arrays are kept, not copied. */
export function createSegment(
  postings: Postings,
  { lengths, nameRoots, handles }: SegmentDocuments,
): Segment {
  const { terms, starts, documents, profiles } = postings
  const { frequencies, inName, packed } = postings.table
  const dead = new Uint8Array(lengths.length)
  let deadCount = 0
  // How many live documents hold a term is counted when asked for, and again after a removal.
  let epoch = 1
  const live = new Uint32Array(terms.count)
  const liveEpochs = new Uint32Array(terms.count)

  return {
    postings,
    size: lengths.length,
    get deadCount() {
      return deadCount
    },
    lengths,
    nameRoots,
    handles,
    dead,
    find: (term) => findTerm(terms, term),
    liveFrequency: (term) => {
      const start = starts[term] as number
      const end = starts[term + 1] as number
      if (deadCount === 0) return end - start
      if (liveEpochs[term] === epoch) return live[term] as number
      let count = end - start
      for (let i = start; i < end; i += 1) count -= dead[documents[i] as number] as number
      live[term] = count
      liveEpochs[term] = epoch
      return count
    },
    accumulate: (term, { boost, covers }, { k1, flat, slope }, accumulator) => {
      const { scores, covered, touched } = accumulator
      const scale = k1 + 1
      let count = accumulator.count
      const end = starts[term + 1] as number
      for (let i = starts[term] as number; i < end; i += 1) {
        const ordinal = documents[i] as number
        const profile = profiles[i] as number
        const tf = frequencies[profile] as number
        const before = scores[ordinal] as number
        if (before === 0) touched[count++] = ordinal
        // The same operations in the same order as `termScore`, which explanations use.
        scores[ordinal] = before + (boost * tf * scale) / (tf + flat + slope * (lengths[ordinal] as number))
        if (covers) covered[ordinal] = (covered[ordinal] as number) + (inName[profile] as number)
      }
      accumulator.count = count
    },
    profileOf: (term, ordinal) => {
      let low = starts[term] as number
      let high = (starts[term + 1] as number) - 1
      while (low <= high) {
        const middle = (low + high) >>> 1
        const found = documents[middle] as number
        if (found === ordinal) return packed[profiles[middle] as number] as number
        if (found < ordinal) low = middle + 1
        else high = middle - 1
      }
      return 0
    },
    bury: (ordinal) => {
      if (dead[ordinal] === 1) return
      dead[ordinal] = 1
      deadCount += 1
      epoch += 1
    },
  }
}
