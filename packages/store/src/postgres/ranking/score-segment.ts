import type { PostingList, SearchScale } from '../pages/posting-list.ts'
import { createSegmentBest, type ScoreThreshold, type SegmentBest } from './best-hits.ts'
import { restsOf, sumBounds, WINDOW, windowBounds, windowOrder } from './window-bounds.ts'

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
 * blocks can come to at most (Ding and Suel 2011, "Faster Top-k Document Retrieval Using Block-Max Indexes"). Where the
 * budget ends, the windows that are left could have added the least.
 */
export function scoreSegment(search: SegmentSearch): SegmentBest {
  const { size, lists, limit, threshold, budget } = search
  const best = createSegmentBest(limit, threshold)
  const windows = Math.ceil(size / WINDOW)
  const bounds = lists.map(({ list, boost }) => windowBounds(list, boost, windows))
  const sums = sumBounds(bounds, windows)
  const { scores, touched } = takeScratch()
  const postings = lists.reduce((sum, { list }) => sum + list.total, 0)
  for (const w of windowOrder(sums, postings <= budget.left)) {
    const bound = sums[w] as number
    if (bound === 0 || bound < threshold.value * SLACK) continue
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
  if (next === lists.length) return
  dropHopeless(window, needed - (rests[next] as number))
  sortTouched(window)
  for (; next < lists.length && window.count > 0; next += 1) {
    const least = needed - (rests[next + 1] as number)
    addToScored(search, lists[next] as WeightedList, window, starts[next] as number, least)
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
    const ordinals = list.goTo(block)
    const frequencies = list.frequencies()
    const from = list.seek(block, base)
    const to = list.seek(block, end)
    budget.left -= to - from
    for (let i = from; i < to; i += 1) {
      const ordinal = ordinals[i] as number
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

/**
 * The same for documents that have a score already, in ascending order; those that can no longer reach what is needed are
 * taken off, by the bound of the one block that may hold them.
 */
function addToScored(
  { lengths, scale, budget }: SegmentSearch,
  { list, boost }: WeightedList,
  window: Window,
  start: number,
  least: number,
): void {
  const { unit, lengthUnit, flat, slope } = scale
  const { firsts, lasts, bounds, blocks } = list
  const { base, scores, touched, count } = window
  let block = start
  let at = 0
  let kept = 0
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    for (; block < blocks && (lasts[block] as number) < ordinal; block += 1) at = 0
    const mayHold = block < blocks && (firsts[block] as number) <= ordinal
    let score = scores[place] as number
    if (score + (mayHold ? boost * (bounds[block] as number) : 0) < least) {
      scores[place] = 0
      continue
    }
    touched[kept++] = place
    if (!mayHold) continue
    const ordinals = list.goTo(block)
    while ((ordinals[at] as number) < ordinal) at += 1
    if (ordinals[at] !== ordinal) continue
    // Only what is found counts, so that no more count than lists have postings.
    budget.left -= 1
    const tf = list.frequencyAt(at) * unit
    score += boost * (tf / (tf + flat + slope * ((lengths[ordinal] as number) * lengthUnit)))
    scores[place] = score
  }
  window.count = kept
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

/** Each list has added its documents in ascending order; often it was one list. */
function sortTouched({ touched, count }: Window): void {
  for (let i = 1; i < count; i += 1) {
    if ((touched[i] as number) > (touched[i - 1] as number)) continue
    touched.subarray(0, count).sort()
    return
  }
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
