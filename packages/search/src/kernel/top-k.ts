import { compareIds } from '@toolscout/model'
import { coverageFactor } from './bm25f.ts'
import type { Partition, Scoring } from './partition.ts'

/** Hits, best first. */
export interface RankedDocs {
  readonly scores: readonly number[]
  readonly docIds: readonly number[]
}

/**
 * The best hits so far: a bounded binary heap whose root is the worst hit kept, in the one order of hits: score
 * descending, then id ascending.
 */
export class TopK {
  /** Most hits kept. */
  readonly limit: number
  readonly #idOf: (docId: number) => string
  #scores: number[] = []
  #docIds: number[] = []

  /**
   * @param limit most hits kept, at least 1.
   * @param idOf the id of a document; called only when two scores are equal.
   */
  constructor(limit: number, idOf: (docId: number) => string) {
    this.limit = limit
    this.#idOf = idOf
  }

  /** The least a score must be to come in; 0 while there is room. Ties must be offered, since ids decide them. */
  threshold(): number {
    return this.#scores.length < this.limit ? 0 : (this.#scores[0] as number)
  }

  offer(score: number, docId: number): void {
    const count = this.#scores.length
    if (count < this.limit) {
      this.#scores.push(score)
      this.#docIds.push(docId)
      this.#siftUp(count, score, docId)
    } else if (this.#isWorse(0, score, docId)) this.#siftDown(count, score, docId)
  }

  /** Takes everything out, best first, and leaves the collection empty. */
  drain(): RankedDocs {
    const scores = this.#scores
    const docIds = this.#docIds
    // The worst goes to the end of what is left, and what was there to its place in the heap.
    for (let last = scores.length - 1; last > 0; last -= 1) {
      const score = scores[last] as number
      const docId = docIds[last] as number
      scores[last] = scores[0] as number
      docIds[last] = docIds[0] as number
      this.#siftDown(last, score, docId)
    }
    this.#scores = []
    this.#docIds = []
    return { scores, docIds }
  }

  /** Whether the hit at a place ranks behind another. */
  #isWorse(at: number, score: number, docId: number): boolean {
    const difference = (this.#scores[at] as number) - score
    if (difference !== 0) return difference < 0
    return compareIds(this.#idOf(this.#docIds[at] as number), this.#idOf(docId)) > 0
  }

  #put(at: number, score: number, docId: number): void {
    this.#scores[at] = score
    this.#docIds[at] = docId
  }

  /** Puts a hit in at a place without one, or above. */
  #siftUp(free: number, score: number, docId: number): void {
    let at = free
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (this.#isWorse(parent, score, docId)) break
      this.#put(at, this.#scores[parent] as number, this.#docIds[parent] as number)
      at = parent
    }
    this.#put(at, score, docId)
  }

  /** Puts a hit in place of the root, or below: among the first `count`. */
  #siftDown(count: number, score: number, docId: number): void {
    let at = 0
    for (let child = 1; child < count; child = 2 * at + 1) {
      const right = child + 1
      if (right < count && this.#isWorse(right, this.#scores[child] as number, this.#docIds[child] as number))
        child = right
      if (!this.#isWorse(child, score, docId)) break
      this.#put(at, this.#scores[child] as number, this.#docIds[child] as number)
      at = child
    }
    this.#put(at, score, docId)
  }
}

/** Scores under construction, by the place of a document in the part that is being searched. */
export interface Accumulator {
  /** 0 where nothing was added. */
  readonly scores: Float64Array
  /** How many of the covering terms occur in the name. */
  readonly covered: Uint8Array
  /** Ordinals whose score is not 0, the first `count` of them. */
  readonly touched: Uint16Array
  count: number
}

/** Most places an accumulator can have: what 16 bits count. */
export const MAX_PLACES = 65_536

let spare: Accumulator | undefined

/** An empty accumulator of at least `size` places; most often the one the last search gave back. */
export function takeAccumulator(size: number): Accumulator {
  const taken = spare
  spare = undefined
  if (taken !== undefined && taken.scores.length >= size) return taken
  const places = Math.min(MAX_PLACES, 2 * size)
  return {
    scores: new Float64Array(places),
    covered: new Uint8Array(places),
    touched: new Uint16Array(places),
    count: 0,
  }
}

/** Gives back an accumulator that was emptied. One that a search broken off left as it was must not come back. */
export function giveBackAccumulator(accumulator: Accumulator): void {
  spare = accumulator
}

/** A search that collects its best documents partition by partition. */
export interface Collection {
  /** Of places: the number of the partition times {@link MAX_PLACES}, and the ordinal. */
  readonly best: TopK
  /** Number of the partition that is being searched. */
  partition: number
  readonly scoring: Scoring
  /** What covering the name is worth; see `TermQuery`. */
  readonly coverage: number
  /** What a document keeps of its score, at most all of it, so that bounds without it hold. */
  readonly factor: Readonly<Record<'of' | 'most', (docId: number) => number>> | undefined
  /** Whether a document may be a hit; every document may when it is absent. */
  readonly accepts: ((docId: number) => boolean) | undefined
}

/**
 * Offers the place of every document that has a score, and empties the accumulator, whose places are those of a
 * partition from `base` on. What is not needed to tell a document from a hit is not read.
 */
export function collectScored(
  partition: Partition,
  base: number,
  accumulator: Accumulator,
  collection: Collection,
): void {
  const { scores, covered, touched, count } = accumulator
  offerScored(partition, base, accumulator, collection, collection.best)
  for (let i = 0; i < count; i += 1) scores[touched[i] as number] = 0
  if (collection.coverage > 0) for (let i = 0; i < count; i += 1) covered[touched[i] as number] = 0
  accumulator.count = 0
}

/**
 * A score that as many documents as are wanted reach already, though terms are still to be added; 0 when there are
 * fewer of them.
 */
export function leastOfBest(
  partition: Partition,
  base: number,
  accumulator: Accumulator,
  collection: Collection,
): number {
  const { best } = collection
  if (accumulator.count < best.limit) return 0
  const reached = new TopK(best.limit, (place) => `${place}`)
  offerScored(partition, base, accumulator, collection, reached)
  return reached.threshold()
}

function offerScored(
  { deleted, deletedCount, nameRoots, docIds }: Partition,
  base: number,
  { scores, covered, touched, count }: Accumulator,
  { partition, coverage, factor, accepts }: Collection,
  best: TopK,
): void {
  const first = partition * MAX_PLACES
  let threshold = best.threshold()
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    let score = scores[place] as number
    if (coverage > 0)
      score *= coverageFactor(coverage, covered[place] as number, nameRoots[ordinal] as number)
    if (score < threshold || (deletedCount > 0 && deleted[ordinal] === 1)) continue
    if (factor !== undefined) {
      const docId = docIds[ordinal] as number
      if (score * factor.most(docId) < threshold) continue
      score *= factor.of(docId)
      if (score < threshold) continue
    }
    if (accepts !== undefined && !accepts(docIds[ordinal] as number)) continue
    best.offer(score, first + ordinal)
    threshold = best.threshold()
  }
}
