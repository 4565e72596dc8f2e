import { compareIds } from '@toolscout/model'
import { MAX_PLACES } from './partition.ts'

/** Hits, best first. */
export interface RankedDocs {
  readonly scores: readonly number[]
  readonly docIds: readonly number[]
}

/**
 * The best hits so far, in the one order of hits: score descending, then id ascending. They are a bounded binary heap
 * whose root is the worst hit kept.
 */
export class TopK {
  readonly #limit: number
  readonly #idOf: ((docId: number) => string) | undefined
  #scores: number[] = []
  #docIds: number[] = []

  /**
   * @param limit most hits kept, at least 1.
   * @param idOf the id of a document; called only when two scores are equal. Without it numbers decide, the lower first.
   */
  constructor(limit: number, idOf?: (docId: number) => string) {
    this.#limit = limit
    this.#idOf = idOf
  }

  /** The least a score must be to come in; 0 while there is room. Ties must be offered, since ids decide them. */
  threshold(): number {
    return this.#scores.length < this.#limit ? 0 : (this.#scores[0] as number)
  }

  offer(score: number, docId: number): void {
    const count = this.#scores.length
    if (count < this.#limit) this.#siftUp(count, score, docId)
    else if (this.#isWorse(0, score, docId)) this.#siftDown(count, score, docId)
  }

  /** Takes everything out, best first. */
  drain(): RankedDocs {
    // The worst goes to the end of what is left, and what was there to its place.
    for (let last = this.#scores.length - 1; last > 0; last -= 1) {
      const score = this.#scores[last] as number
      const docId = this.#docIds[last] as number
      this.#move(0, last)
      this.#siftDown(last, score, docId)
    }
    const drained = { scores: this.#scores, docIds: this.#docIds }
    this.#scores = []
    this.#docIds = []
    return drained
  }

  /** Whether the hit at a place ranks behind another. */
  #isWorse(at: number, score: number, docId: number): boolean {
    const difference = (this.#scores[at] as number) - score
    if (difference !== 0) return difference < 0
    const own = this.#docIds[at] as number
    const idOf = this.#idOf
    return idOf === undefined ? own > docId : compareIds(idOf(own), idOf(docId)) > 0
  }

  #put(at: number, score: number, docId: number): void {
    this.#scores[at] = score
    this.#docIds[at] = docId
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from] as number, this.#docIds[from] as number)
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

/** Scores under construction. Only the documents that have one take room, side by side. */
export interface Accumulator {
  /** By the place of a document in the part that is searched: the slot of its score, or 0 where it has none. */
  readonly slots: Uint16Array
  // By slot, from 1 on.
  readonly places: Uint16Array
  readonly scores: Float64Array
  /** How many of the covering terms occur in the name, and {@link MARK} where the document holds a marked one. */
  readonly covered: Uint16Array
}

/** More terms than a name has. */
export const MARK = 0x8000

let spare: Accumulator | undefined

/** An accumulator of at least `size` places, not emptied; most often the one the last search gave back. */
export function takeAccumulator(size: number): Accumulator {
  const taken = spare
  spare = undefined
  if (taken !== undefined && taken.slots.length >= size) return taken
  const places = Math.min(MAX_PLACES, 2 * size)
  return {
    slots: new Uint16Array(places),
    places: new Uint16Array(places + 1),
    scores: new Float64Array(places + 1),
    covered: new Uint16Array(places + 1),
  }
}

/** Gives back an accumulator that was emptied. One that a search broken off left as it was must not come back. */
export function giveBackAccumulator(accumulator: Accumulator): void {
  spare = accumulator
}
