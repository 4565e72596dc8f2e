import type { HeldTerm } from './partition.ts'
import { addPostings, addToPlaces, type PostingRange, type PostingsContribution, seek } from './postings.ts'
import type { Segment } from './segment.ts'
import {
  type Accumulator,
  type Collection,
  collectScored,
  giveBackAccumulator,
  leastOfBest,
  takeAccumulator,
} from './top-k.ts'

/** The postings of a term that are left, those up to `to` being of the window. */
interface List extends PostingsContribution {
  from: number
  to: number
  readonly end: number
  readonly number: number
  secondBoost: number
  /** The most this list and all after it can add to a score. */
  upperBound: number
}

/** What stays the same from window to window. */
interface SegmentSearch {
  readonly segment: Segment
  readonly lists: readonly List[]
  readonly accumulator: Accumulator
  readonly collection: Collection
}

/** Documents that are scored together: few enough for their scores to stay in a fast cache. */
const WINDOW = 16_384
/** Sums of floating-point numbers differ in their last bits by their order; bounds are that much wider. */
const SLACK = 1 - 1e-9
/** A look-up of one document costs about as much as a scan of this many postings. */
const LOOK_UP_COST = 32
/** The same for a look-up in a bitmap. */
const RANK_COST = 2

/**
 * Collects the best documents of a segment, the very ones that scoring every document would give: MaxScore (Turtle
 * and Flood 1995, "Query Evaluation: Strategies and Optimizations"), window by window of documents, term by term
 * within a window. Terms come in the order in which they are added up, those that can add the most first. Once all
 * that the terms left can add is less than the score of the worst hit kept, or than what as many documents as are
 * wanted have by the terms before, no document comes in that none of those holds: postings of the others are read
 * only where a document can still be a hit. Nor does a document come in by a term that adds too little for all the
 * terms after it.
 */
export function collectFromSegment(
  segment: Segment,
  terms: readonly HeldTerm[],
  collection: Collection,
): void {
  const lists = toLists(segment, terms, collection)
  const { size } = segment
  const accumulator = takeAccumulator(Math.min(size, WINDOW))
  const search: SegmentSearch = { segment, lists, accumulator, collection }
  for (let base = 0; base < size; base += WINDOW) {
    collectFromWindow(search, base, Math.min(size, base + WINDOW))
  }
  giveBackAccumulator(accumulator)
}

/** The lists of the terms that the segment holds. */
function toLists(
  segment: Segment,
  terms: readonly HeldTerm[],
  { scoring, partition }: Collection,
): readonly List[] {
  const { starts } = segment.postings
  const lists: List[] = []
  let leader: List | undefined
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i] as HeldTerm
    const number = term.found.numbers[partition] as number
    if (number < 0) continue
    if (
      term.leader !== undefined &&
      leader !== undefined &&
      segment.haveSamePostings(leader.number, number)
    ) {
      leader.secondBoost = term.boost
      leader = undefined
      continue
    }
    const from = starts[number] as number
    const end = starts[number + 1] as number
    const { boost, covers } = term
    const list: List = { number, from, to: from, end, boost, secondBoost: 0, covers, upperBound: 0 }
    leader = term.leader === undefined ? list : undefined
    lists.push(list)
  }
  let upperBound = 0
  for (let i = lists.length - 1; i >= 0; i -= 1) {
    const list = lists[i] as List
    upperBound += (list.boost + list.secondBoost) * segment.highestSaturation(list.number, scoring)
    list.upperBound = upperBound
  }
  return lists
}

function collectFromWindow(search: SegmentSearch, base: number, end: number): void {
  const { segment, lists, accumulator, collection } = search
  const { best, coverage, scoring } = collection
  const { postings, lengths } = segment
  const highestFactor = (1 + coverage) / SLACK
  let bound = best.threshold()
  if (lists.length === 0 || (lists[0] as List).upperBound * highestFactor < bound) return
  let left = 0
  for (let i = 0; i < lists.length; i += 1) {
    const list = lists[i] as List
    list.from = list.to
    list.to = end === segment.size ? list.end : seek(postings.documents, list.from, list.end, end)
    left += list.to - list.from
  }
  let next = 0
  for (let lookAt = left; next < lists.length; next += 1) {
    const list = lists[next] as List
    const { count } = accumulator
    // Looking through the documents is worth it where that may spare more postings, and many were read since.
    if (left > count && left <= lookAt) {
      bound = Math.max(bound, leastOfBest(segment, base, accumulator, collection))
      lookAt = left - count
    }
    if (list.upperBound * highestFactor < bound) break
    const least = bound / highestFactor - (lists[next + 1]?.upperBound ?? 0)
    addPostings(postings, lengths, toRange(list, base), list, scoring, accumulator, least)
    left -= list.to - list.from
  }
  for (; next < lists.length; next += 1) {
    const list = lists[next] as List
    dropHopeless(accumulator, bound / highestFactor - list.upperBound)
    addToTouched(segment, list, base, search)
  }
  collectScored(segment, base, accumulator, collection)
}

/** Adds what a term contributes to the documents that have a score, in the way that looks at the least. */
function addToTouched(
  { postings, lengths, bitmapOf }: Segment,
  list: List,
  base: number,
  { accumulator, collection }: SegmentSearch,
): void {
  const { scoring } = collection
  const { count } = accumulator
  const length = list.to - list.from
  const bitmap = count * RANK_COST < length ? bitmapOf(list.number) : undefined
  if (bitmap !== undefined || count * LOOK_UP_COST < length) {
    addToPlaces(postings, lengths, toRange(list, base), list, scoring, accumulator, bitmap)
  } else
    addPostings(postings, lengths, toRange(list, base), list, scoring, accumulator, Number.POSITIVE_INFINITY)
}

function toRange({ from, to }: List, base: number): PostingRange {
  return { from, to, base }
}

/** Takes the documents off that have less than `least`. */
function dropHopeless(accumulator: Accumulator, least: number): void {
  const { scores, covered, touched, count } = accumulator
  let kept = 0
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    if ((scores[place] as number) >= least) {
      touched[kept++] = place
    } else {
      scores[place] = 0
      covered[place] = 0
    }
  }
  accumulator.count = kept
}
