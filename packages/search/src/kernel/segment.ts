import { type Ceilings, ceilingAt } from './ceilings.ts'
import { createLiveFrequencies } from './live-frequencies.ts'
import type { Partition, PartitionDocuments } from './partition.ts'
import { areSamePostings, type PlacedBitmap, type Postings, seek } from './postings.ts'
import { createTermBitmap } from './term-bitmap.ts'
import { findTerm } from './term-table.ts'

/** A sealed partition: nothing is added any more, documents may still be removed. */
export interface Segment extends Partition {
  readonly postings: Postings
  readonly ceilings: Ceilings
  /** The documents of a term as bits, when they are many. Made when first asked for, and kept. */
  readonly bitmapOf: (term: number) => PlacedBitmap | undefined
  /** Whether two terms have the same postings. Looked through when first asked for, and remembered. */
  readonly haveSamePostings: (one: number, other: number) => boolean
}

/** Terms of at least one document in so many have bits: three for every document of the segment. */
const BITMAP_SHARE = 16
/** Smaller segments are looked through as fast. */
const MIN_BITMAP_DOCUMENTS = 512
/** Pairs of terms whose postings are known to be the same or not. */
const MAX_COMPARED = 4_096

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
  const bitmaps = new Map<number, PlacedBitmap>()
  const compared = new Map<number, boolean>()

  return {
    postings,
    ceilings,
    size: lengths.length,
    get deadCount() {
      return deadCount
    },
    lengths,
    nameRoots,
    handles,
    dead,
    table,
    bitmapOf: (term) => {
      const start = starts[term] as number
      const end = starts[term + 1] as number
      if (lengths.length < MIN_BITMAP_DOCUMENTS || BITMAP_SHARE * (end - start) < lengths.length)
        return undefined
      let bitmap = bitmaps.get(term)
      if (bitmap === undefined) {
        bitmap = { ...createTermBitmap(documents, start, end, lengths.length), start }
        bitmaps.set(term, bitmap)
      }
      return bitmap
    },
    haveSamePostings: (one, other) => {
      const pair = one * starts.length + other
      let isSame = compared.get(pair)
      if (isSame === undefined) {
        isSame = areSamePostings(postings, one, other)
        if (compared.size >= MAX_COMPARED) compared.clear()
        compared.set(pair, isSame)
      }
      return isSame
    },
    find: (term) => findTerm(terms, term),
    liveFrequency: live.get,
    highestSaturation: (term, { slope }) => ceilingAt(ceilings, term, slope),
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
