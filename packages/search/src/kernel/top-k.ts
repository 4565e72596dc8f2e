import { compareIds } from '@toolscout/model'
import { coverageFactor } from './bm25f.ts'
import type { Partition, Scoring } from './partition.ts'
import { grown } from './text-table.ts'

/** Hits, best first. */
export interface RankedDocs {
  readonly scores: readonly number[]
  readonly docIds: readonly number[]
}

/** So few are kept in order; more are a heap. */
const FEW_HITS = 64

let spareScores: Float64Array | undefined
let spareDocIds: Int32Array | undefined

/**
 * The best hits so far, in the one order of hits: score descending, then id ascending. Many are a bounded binary heap
 * whose root is the worst hit kept.
 */
export class TopK {
  readonly #limit: number
  readonly #idOf: (docId: number) => string
  #scores: Float64Array
  #docIds: Int32Array
  #count = 0

  /**
   * @param limit most hits kept, at least 1.
   * @param idOf the id of a document; called only when two scores are equal.
   */
  constructor(limit: number, idOf: (docId: number) => string) {
    this.#limit = limit
    this.#idOf = idOf
    this.#scores = spareScores ?? new Float64Array(FEW_HITS)
    this.#docIds = spareDocIds ?? new Int32Array(FEW_HITS)
    spareScores = undefined
    spareDocIds = undefined
  }

  /** The least a score must be to come in; 0 while there is room. Ties must be offered, since ids decide them. */
  threshold(): number {
    if (this.#count < this.#limit) return 0
    return this.#scores[this.#limit > FEW_HITS ? 0 : this.#limit - 1] as number
  }

  offer(score: number, docId: number): void {
    const isFull = this.#count === this.#limit
    if (this.#limit <= FEW_HITS) {
      if (isFull && !this.#isWorse(this.#count - 1, score, docId)) return
      this.#insert(isFull ? this.#count - 1 : this.#count++, score, docId)
    } else if (isFull) {
      if (this.#isWorse(0, score, docId)) this.#siftDown(this.#count, score, docId)
    } else {
      this.#scores = grown(this.#scores, this.#count + 1)
      this.#docIds = grown(this.#docIds, this.#count + 1)
      this.#siftUp(this.#count++, score, docId)
    }
  }

  /** Takes everything out, best first. Nothing may be offered afterwards. */
  drain(): RankedDocs {
    // The worst of a heap goes to the end of what is left, and what was there to its place.
    for (let last = this.#limit > FEW_HITS ? this.#count - 1 : 0; last > 0; last -= 1) {
      const score = this.#scores[last] as number
      const docId = this.#docIds[last] as number
      this.#move(0, last)
      this.#siftDown(last, score, docId)
    }
    const scores: number[] = []
    const docIds: number[] = []
    for (let i = 0; i < this.#count; i += 1) {
      scores.push(this.#scores[i] as number)
      docIds.push(this.#docIds[i] as number)
    }
    this.#count = 0
    if (this.#scores.length === FEW_HITS) {
      spareScores = this.#scores
      spareDocIds = this.#docIds
      this.#scores = new Float64Array(0)
      this.#docIds = new Int32Array(0)
    }
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

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from] as number, this.#docIds[from] as number)
  }

  /** Puts a hit in at a free place, or above where those are in order. */
  #insert(free: number, score: number, docId: number): void {
    const scores = this.#scores
    const docIds = this.#docIds
    let at = free
    for (; at > 0; at -= 1) {
      const above = scores[at - 1] as number
      if (above > score || (above === score && !this.#isWorse(at - 1, score, docId))) break
      scores[at] = above
      docIds[at] = docIds[at - 1] as number
    }
    scores[at] = score
    docIds[at] = docId
  }

  /** Puts a hit in at a free place of a heap, or above. */
  #siftUp(free: number, score: number, docId: number): void {
    let at = free
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (this.#isWorse(parent, score, docId)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, score, docId)
  }

  /** Puts a hit in place of the root of a heap of `count`, or below. */
  #siftDown(count: number, score: number, docId: number): void {
    let at = 0
    for (let child = 1; child < count; child = 2 * at + 1) {
      const right = child + 1
      if (right < count && this.#isWorse(right, this.#scores[child] as number, this.#docIds[child] as number))
        child = right
      if (!this.#isWorse(child, score, docId)) break
      this.#move(child, at)
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
  { deleted, deletedCount, nameRoots, docIds }: Partition,
  base: number,
  accumulator: Accumulator,
  { best, partition, coverage, factor, accepts }: Collection,
): void {
  const { scores, covered, touched, count } = accumulator
  const first = partition * MAX_PLACES
  let threshold = best.threshold()
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    let score = scores[place] as number
    scores[place] = 0
    if (coverage > 0) {
      score *= coverageFactor(coverage, covered[place] as number, nameRoots[ordinal] as number)
      covered[place] = 0
    }
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
  accumulator.count = 0
}
