import { type PostingList, type SearchScale, seekBlock, seekOrdinal } from '../pages/posting-list.ts'
import { createSegmentBest, type ScoreThreshold, type SegmentBest } from './best-hits.ts'
import { inDescendingOrder, restsOf, sumBounds, WINDOW, windowBounds } from './window-bounds.ts'

/** A term of a query in a segment. */
export interface WeightedList {
  readonly list: PostingList
  /** idf · (k1 + 1): what it adds at most. */
  readonly boost: number
}

/** What is searched of a segment. */
export interface SegmentSearch {
  readonly size: number
  /** In steps. */
  readonly lengths: Uint32Array
  /** By ordinal, 0 for a document that cannot be a hit; absent when all can. */
  readonly allowed: Uint8Array | undefined
  /** In the order in which what they add is added up: what can add the most first. */
  readonly lists: readonly WeightedList[]
  readonly scale: SearchScale
  readonly limit: number
  readonly threshold: ScoreThreshold
  readonly budget: PostingBudget
}

/** How many postings a search may look at. */
export interface PostingBudget {
  left: number
  /** Whether something was left out that could have been among the best. */
  isExceeded: boolean
}

/** Sums of floating-point numbers differ in their last bits by their order; bounds are that much wider. */
const SLACK = 1 - 1e-9
/** Below so many documents each is looked up by itself. */
const FEW = 48

interface Window {
  readonly base: number
  readonly end: number
  readonly scores: Float64Array
  readonly touched: Uint32Array
  count: number
}

/**
 * Finds the best documents of a segment, the very ones that scoring every document would give: MaxScore (Turtle and
 * Flood 1995, "Query Evaluation: Strategies and Optimizations") within windows of documents, the windows by what their
 * blocks can come to at most (Ding and Suel 2011, "Faster Top-k Document Retrieval Using Block-Max Indexes"), the best
 * first. Where the budget ends, the windows that are left could have added the least.
 */
export function scoreSegment(search: SegmentSearch): SegmentBest {
  const { size, lists, limit, threshold, budget } = search
  const best = createSegmentBest(limit, threshold)
  const windows = Math.ceil(size / WINDOW)
  const bounds = lists.map(({ list, boost }) => windowBounds(list, boost, windows))
  const sums = sumBounds(bounds, windows)
  const { scores, touched } = takeScratch()
  for (const w of inDescendingOrder(sums)) {
    const bound = sums[w] as number
    if (bound === 0 || bound < threshold.value * SLACK) break
    if (budget.left <= 0) {
      budget.isExceeded = true
      break
    }
    const base = w * WINDOW
    const window: Window = { base, end: Math.min(size, base + WINDOW), scores, touched, count: 0 }
    const rests = restsOf(bounds, w)
    const starts = bounds.map(({ firstBlocks }) => firstBlocks[w] as number)
    scoreWindow(search, window, rests, starts)
    collect(search, window, best)
  }
  spare = { scores, touched }
  return best
}

type Scratch = Pick<Window, 'scores' | 'touched'>

/** What the last segment was scored in, all zero again; one that an error left as it was is not given back. */
let spare: Scratch | undefined

function takeScratch(): Scratch {
  const taken = spare ?? { scores: new Float64Array(WINDOW), touched: new Uint32Array(WINDOW) }
  spare = undefined
  return taken
}

function scoreWindow(
  search: SegmentSearch,
  window: Window,
  rests: readonly number[],
  starts: readonly number[],
): void {
  const { lists, threshold } = search
  const needed = threshold.value * SLACK
  let next = 0
  for (; next < lists.length && (rests[next] as number) >= needed; next += 1) {
    const least = needed - (rests[next + 1] as number)
    addAll(search, lists[next] as WeightedList, window, starts[next] as number, least)
  }
  for (; next < lists.length; next += 1) {
    dropHopeless(window, needed - (rests[next] as number))
    if (window.count === 0) return
    if (window.count < FEW) addByLookUp(search, lists[next] as WeightedList, window, starts[next] as number)
    else addToScored(search, lists[next] as WeightedList, window, starts[next] as number)
  }
}

/** Adds what a term contributes; a document comes in by it only if it can still reach what is needed. */
function addAll(
  { lengths, allowed, scale, budget }: SegmentSearch,
  { list, boost }: WeightedList,
  window: Window,
  start: number,
  least: number,
): void {
  const { unit, lengthUnit, flat, slope } = scale
  const { base, end, scores, touched } = window
  let { count } = window
  for (let block = start; block < list.blocks && (list.firsts[block] as number) < end; block += 1) {
    const { ordinals, frequencies } = list.decode(block)
    const size = list.sizes[block] as number
    budget.left -= size
    for (let i = 0; i < size; i += 1) {
      const ordinal = ordinals[i] as number
      if (ordinal < base) continue
      if (ordinal >= end) break
      const place = ordinal - base
      const before = scores[place] as number
      const tf = (frequencies[i] as number) * unit
      const score = before + boost * (tf / (tf + flat + slope * ((lengths[ordinal] as number) * lengthUnit)))
      if (before === 0) {
        if (score < least || (allowed !== undefined && allowed[ordinal] === 0)) continue
        touched[count++] = place
      }
      scores[place] = score
    }
  }
  window.count = count
}

/** The same for documents that have a score already. */
function addToScored(
  { lengths, scale, budget }: SegmentSearch,
  { list, boost }: WeightedList,
  { base, end, scores }: Window,
  start: number,
): void {
  const { unit, lengthUnit, flat, slope } = scale
  for (let block = start; block < list.blocks && (list.firsts[block] as number) < end; block += 1) {
    const { ordinals, frequencies } = list.decode(block)
    const size = list.sizes[block] as number
    budget.left -= size
    for (let i = 0; i < size; i += 1) {
      const ordinal = ordinals[i] as number
      if (ordinal < base) continue
      if (ordinal >= end) break
      const before = scores[ordinal - base] as number
      if (before === 0) continue
      const tf = (frequencies[i] as number) * unit
      scores[ordinal - base] =
        before + boost * (tf / (tf + flat + slope * ((lengths[ordinal] as number) * lengthUnit)))
    }
  }
}

/** The same, each document looked up by itself. */
function addByLookUp(
  { lengths, scale, budget }: SegmentSearch,
  { list, boost }: WeightedList,
  { base, scores, touched, count }: Window,
  start: number,
): void {
  const { unit, lengthUnit, flat, slope } = scale
  touched.subarray(0, count).sort()
  let block = start
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    block = seekBlock(list, block, ordinal)
    if (block === list.blocks) return
    if ((list.firsts[block] as number) > ordinal) continue
    const { ordinals, frequencies } = list.decode(block)
    const size = list.sizes[block] as number
    budget.left -= 1
    const at = seekOrdinal(ordinals, size, ordinal)
    if (at < 0) continue
    const tf = (frequencies[at] as number) * unit
    scores[place] =
      (scores[place] as number) +
      boost * (tf / (tf + flat + slope * ((lengths[ordinal] as number) * lengthUnit)))
  }
}

/** Takes the documents off that have less than `least`. */
function dropHopeless(window: Window, least: number): void {
  const { scores, touched, count } = window
  let kept = 0
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    if ((scores[place] as number) >= least) touched[kept++] = place
    else scores[place] = 0
  }
  window.count = kept
}

function collect({ threshold }: SegmentSearch, window: Window, best: SegmentBest): void {
  const { base, scores, touched, count } = window
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const score = scores[place] as number
    scores[place] = 0
    if (score >= threshold.value) best.offer(base + place, score)
  }
}
