import { type Ceilings, ceilingAt } from './ceilings.ts'
import { createLiveFrequencies } from './live-frequencies.ts'
import type { Partition, PartitionDocuments } from './partition.ts'
import { addPostings, type Postings, seek } from './postings.ts'
import { findTerm } from './term-table.ts'

/** A sealed partition: nothing is added any more, documents may still be removed. */
export interface Segment extends Partition {
  readonly postings: Postings
}

/** Takes postings and the documents they speak of into a segment. The arrays are kept, not copied. */
export function createSegment(
  postings: Postings,
  ceilings: Ceilings,
  { lengths, nameRoots, handles }: PartitionDocuments,
): Segment {
  const { terms, starts, documents, profiles, table } = postings
  const dead = new Uint8Array(lengths.length)
  let deadCount = 0
  const live = createLiveFrequencies(postings, dead)

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
    table,
    find: (term) => findTerm(terms, term),
    liveFrequency: live.get,
    highestSaturation: (term, { slope }) => ceilingAt(ceilings, term, slope),
    accumulate: (term, contribution, scoring, accumulator) => {
      const range = { from: starts[term] as number, to: starts[term + 1] as number, base: 0 }
      addPostings(postings, lengths, range, contribution, scoring, accumulator)
    },
    profileOf: (term, ordinal) => {
      const end = starts[term + 1] as number
      const at = seek(documents, starts[term] as number, end, ordinal)
      return at < end && documents[at] === ordinal ? (profiles[at] as number) : -1
    },
    bury: (ordinal) => {
      if (dead[ordinal] === 1) return
      dead[ordinal] = 1
      deadCount += 1
      live.remove(ordinal)
    },
  }
}
