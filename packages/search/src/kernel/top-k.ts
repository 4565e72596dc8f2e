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
  readonly #limit: number
  readonly #idOf: (docId: number) => string
  readonly #scores: number[] = []
  readonly #docIds: number[] = []

  /**
   * @param limit most hits kept, at least 1.
   * @param idOf the id of a document; called only when two scores are equal.
   */
  constructor(limit: number, idOf: (docId: number) => string) {
    this.#limit = limit
    this.#idOf = idOf
  }

  /** The least a score must be to come in; 0 while there is room. Ties must be offered, since ids decide them. */
  threshold(): number {
    return this.#scores.length < this.#limit ? 0 : (this.#scores[0] as number)
  }

  offer(score: number, docId: number): void {
    const last = this.#scores.length
    this.#scores.push(score)
    this.#docIds.push(docId)
    if (last < this.#limit) {
      this.#siftUp(last)
      return
    }
    const isBetter = this.#isWorse(0, last)
    if (isBetter) this.#swap(0, last)
    this.#dropLast()
    if (isBetter) this.#siftDown()
  }

  /** Takes everything out, best first, and leaves the collection empty. */
  drain(): RankedDocs {
    const scores = new Array<number>(this.#scores.length)
    const docIds = new Array<number>(this.#scores.length)
    for (let i = scores.length - 1; i >= 0; i -= 1) {
      scores[i] = this.#scores[0] as number
      docIds[i] = this.#docIds[0] as number
      this.#swap(0, i)
      this.#dropLast()
      this.#siftDown()
    }
    return { scores, docIds }
  }

  /** Whether the hit at `a` ranks behind the one at `b`. */
  #isWorse(a: number, b: number): boolean {
    const difference = (this.#scores[a] as number) - (this.#scores[b] as number)
    if (difference !== 0) return difference < 0
    return compareIds(this.#idOf(this.#docIds[a] as number), this.#idOf(this.#docIds[b] as number)) > 0
  }

  #swap(a: number, b: number): void {
    const score = this.#scores[a] as number
    const docId = this.#docIds[a] as number
    this.#scores[a] = this.#scores[b] as number
    this.#docIds[a] = this.#docIds[b] as number
    this.#scores[b] = score
    this.#docIds[b] = docId
  }

  #dropLast(): void {
    this.#scores.pop()
    this.#docIds.pop()
  }

  #siftUp(start: number): void {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >>> 1
      if (!this.#isWorse(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #siftDown(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      let worst = left < this.#scores.length && this.#isWorse(left, at) ? left : at
      if (left + 1 < this.#scores.length && this.#isWorse(left + 1, worst)) worst = left + 1
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
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
  readonly best: TopK
  readonly scoring: Scoring
  /** What covering the name is worth; see `TermQuery`. */
  readonly coverage: number
  /** What a document keeps of its score, at most all of it, so that bounds without it hold. */
  readonly factor: Readonly<Record<'of' | 'most', (docId: number) => number>> | undefined
  /** Whether a document may be a hit; every document may when it is absent. */
  readonly accepts: ((docId: number) => boolean) | undefined
}

/** Offers every document that has a score, the places of the accumulator being those from `base` on; empties it. */
export function collectScored(
  { deleted, nameRoots, docIds }: Partition,
  base: number,
  accumulator: Accumulator,
  { best, coverage, factor, accepts }: Collection,
): void {
  const { scores, covered, touched, count } = accumulator
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
    if (score < threshold || deleted[ordinal] === 1) continue
    const docId = docIds[ordinal] as number
    if (factor !== undefined) {
      if (score * factor.most(docId) < threshold) continue
      score *= factor.of(docId)
      if (score < threshold) continue
    }
    if (accepts !== undefined && !accepts(docId)) continue
    best.offer(score, docId)
    threshold = best.threshold()
  }
  accumulator.count = 0
}
