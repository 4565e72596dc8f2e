import { saturation } from './bm25f.ts'
import type { Contribution, ProfileTable, Scoring } from './partition.ts'
import type { TextTable } from './text-table.ts'
import type { Accumulator } from './top-k.ts'

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

/** What the postings of a term count for. */
export interface PostingsContribution extends Contribution {
  /** The boost of a second term with the very same postings, which is added after it; 0 when there is none. */
  readonly secondBoost: number
}

/** Neighbouring postings of one term, and the documents from `base` on they are added up for. */
export interface PostingRange {
  readonly from: number
  readonly to: number
  readonly base: number
}

/**
 * Adds what a term contributes to the documents of its postings. A document that has no score yet is left without one
 * when it would get less than `least`; none gets one where that is infinite.
 */
export function addPostings(
  { documents, profiles, table }: Postings,
  lengths: Float32Array,
  { from, to, base }: PostingRange,
  { boost, secondBoost, covers }: PostingsContribution,
  { flat, slope }: Scoring,
  accumulator: Accumulator,
  least: number,
): void {
  const { scores, covered, touched } = accumulator
  const { frequencies, inName } = table
  let count = accumulator.count
  for (let i = from; i < to; i += 1) {
    const ordinal = documents[i] as number
    const place = ordinal - base
    const before = scores[place] as number
    if (before === 0 && least === Number.POSITIVE_INFINITY) continue
    const profile = profiles[i] as number
    const share = saturation(frequencies[profile] as number, lengths[ordinal] as number, flat, slope)
    const score = before + boost * share + secondBoost * share
    if (before === 0) {
      if (score < least) continue
      touched[count++] = place
    }
    scores[place] = score
    if (covers) covered[place] = (covered[place] as number) + (inName[profile] as number)
  }
  accumulator.count = count
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

/** As {@link addPostings}, only for documents that have a score, each of which is looked up; for few documents and many postings. */
export function addToPlaces(
  { documents, profiles, table }: Postings,
  lengths: Float32Array,
  { from, to, base }: PostingRange,
  { boost, secondBoost, covers }: PostingsContribution,
  { flat, slope }: Scoring,
  { scores, covered, touched, count }: Accumulator,
  bitmap: PlacedBitmap | undefined,
): void {
  const { frequencies, inName } = table
  let at = from
  let last = -1
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    if (bitmap === undefined) {
      // Most places are in order, so the search goes on where it was.
      at = seek(documents, place > last ? at : from, to, ordinal)
      last = place
      if (at === to || documents[at] !== ordinal) continue
    } else {
      const rank = rankIn(bitmap, ordinal)
      if (rank < 0) continue
      at = bitmap.start + rank
    }
    const profile = profiles[at] as number
    const share = saturation(frequencies[profile] as number, lengths[ordinal] as number, flat, slope)
    scores[place] = (scores[place] as number) + boost * share + secondBoost * share
    if (covers) covered[place] = (covered[place] as number) + (inName[profile] as number)
  }
}

/** The bits of a term, and the index of its first posting. */
export interface PlacedBitmap extends TermBitmap {
  readonly start: number
}

/** Whether two terms have the same postings: the same documents with the same profiles. */
export function areSamePostings(
  { starts, documents, profiles }: Postings,
  one: number,
  other: number,
): boolean {
  const [from, end] = [starts[one] as number, starts[one + 1] as number]
  const offset = (starts[other] as number) - from
  if ((starts[other + 1] as number) - offset !== end) return false
  for (let i = from; i < end; i += 1) {
    if (documents[i] !== documents[i + offset] || profiles[i] !== profiles[i + offset]) return false
  }
  return true
}

/**
 * The highest saturation each term of a segment reaches at one slope, in steps of 1/255, rounded up. They bound what
 * a term can add to a score, so that whole lists of postings can be skipped (MaxScore: Turtle and Flood
 * 1995, "Query Evaluation: Strategies and Optimizations").
 */
export interface MaxScores {
  /** By term. */
  readonly steps: Uint8Array
  /** The slope they were taken at; the average length of documents has changed since. */
  readonly slope: number
}

const STEPS = 255

/** Takes the maxScores of the terms from `from` up to `to`. `flat` is k1·(1 − b), the least it can be. */
export function takeMaxScores(
  { starts, documents, profiles, table }: Postings,
  lengths: Float32Array,
  flat: number,
  { steps, slope }: MaxScores,
  from: number,
  to: number,
): void {
  const { frequencies } = table
  for (let term = from; term < to; term += 1) {
    let highest = 0
    const end = starts[term + 1] as number
    for (let i = starts[term] as number; i < end; i += 1) {
      const length = lengths[documents[i] as number] as number
      const reached = saturation(frequencies[profiles[i] as number] as number, length, flat, slope)
      if (reached > highest) highest = reached
    }
    steps[term] = Math.ceil(highest * STEPS)
  }
}

/**
 * The maximum of a term at another slope. A steeper one lowers every saturation. A flatter one, slope · r with r < 1,
 * raises it by less than 1/r: tf + flat + slope·r·len is more than r times tf + flat + slope·len.
 */
export function maxScoreAt({ steps, slope }: MaxScores, term: number, newSlope: number): number {
  const taken = (steps[term] as number) / STEPS
  return newSlope >= slope ? taken : Math.min(1, (taken * slope) / newSlope)
}

/**
 * The documents of one frequent term as bits, with the number of bits before each word: a document's posting is
 * found without a search (rank on bit vectors: Jacobson 1989, "Space-efficient
 * Static Trees and Graphs").
 */
export interface TermBitmap {
  /** A bit for every ordinal, 32 a word. */
  readonly words: Int32Array
  /** Bits set in all words before. */
  readonly ranks: Uint16Array
}

const WORD_BITS = 5
const BIT_MASK = 31

/** The bits of postings from `from` up to `to`, for a segment of `size` documents. */
export function createTermBitmap(documents: Uint16Array, from: number, to: number, size: number): TermBitmap {
  const words = new Int32Array((size >>> WORD_BITS) + 1)
  const ranks = new Uint16Array(words.length)
  for (let i = from; i < to; i += 1) {
    const ordinal = documents[i] as number
    const word = ordinal >>> WORD_BITS
    words[word] = (words[word] as number) | (1 << (ordinal & BIT_MASK))
  }
  let rank = 0
  for (let word = 0; word < words.length; word += 1) {
    ranks[word] = rank
    rank += countBits(words[word] as number)
  }
  return { words, ranks }
}

/** How many of the documents before `ordinal` hold the term, or -1 when `ordinal` itself does not. */
export function rankIn({ words, ranks }: TermBitmap, ordinal: number): number {
  const word = ordinal >>> WORD_BITS
  const bits = words[word] as number
  const bit = 1 << (ordinal & BIT_MASK)
  return (bits & bit) === 0 ? -1 : (ranks[word] as number) + countBits(bits & (bit - 1))
}

/** Bits set in a word, summed in pairs, fours and bytes (Warren 2013, "Hacker's Delight", figure 5-2). */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
