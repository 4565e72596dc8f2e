import type { ProfileTable } from './partition.ts'
import type { TextTable } from './text-table.ts'

/** The postings of a sealed partition: for every term its documents in ascending order, each with a profile. */
export interface Postings {
  readonly terms: TextTable
  /** Postings of term `i` are those from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array
  /** Ordinal of the document of each posting. */
  readonly documents: Uint16Array
  /** Number of the profile of each posting. */
  readonly profiles: Uint16Array | Uint32Array
  readonly table: ProfileTable
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

/** Whether postings are the same as as many others: the same documents with the same profiles. */
export function areSamePostings(
  { documents, profiles }: Pick<Postings, 'documents' | 'profiles'>,
  start: number,
  end: number,
  otherStart: number,
): boolean {
  const offset = otherStart - start
  for (let i = start; i < end; i += 1) {
    if (documents[i] !== documents[i + offset] || profiles[i] !== profiles[i + offset]) return false
  }
  return true
}

/** Bits set in a word, summed in pairs, fours and bytes (Warren 2013, "Hacker's Delight", figure 5-2). */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
