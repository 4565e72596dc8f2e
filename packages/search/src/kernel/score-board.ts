import type { Accumulator } from './accumulator.ts'
import { coverageFactor } from './bm25f.ts'
import { grown } from './growing-array.ts'
import type { Partition } from './partition.ts'

/** Scores of documents by their handle, reused from search to search. */
export interface ScoreBoard {
  /**
   * By handle; 0 where nothing was added. Hold on to it and to `handles` for a loop over all of them; adding a handle
   * may replace both.
   */
  readonly scores: Float64Array
  /** Handles whose score is not 0, the first `count` of them. */
  readonly handles: Uint32Array
  readonly count: number
  /** The score of a document; 0 for a handle that is not on the board. */
  readonly get: (handle: number) => number
  /** Sets a score above 0. */
  readonly set: (handle: number, score: number) => void
  /**
   * Takes over the scores of the documents of a partition that were not removed and are accepted; none of them may be
   * on the board yet. Empties the accumulator.
   */
  readonly take: (
    partition: Partition,
    accumulator: Accumulator,
    by: { readonly coverage: number; readonly accepts: ((handle: number) => boolean) | undefined },
  ) => void
  /** The highest score; 0 when the board is empty. */
  readonly highest: () => number
  /** Takes all scores off. */
  readonly clear: () => void
}

/** Creates an empty {@link ScoreBoard}. */
export function createScoreBoard(): ScoreBoard {
  let scores = new Float64Array(64)
  let handles = new Uint32Array(64)
  let count = 0
  return {
    get scores() {
      return scores
    },
    get handles() {
      return handles
    },
    get count() {
      return count
    },
    get: (handle) => scores[handle] ?? 0,
    set: (handle, score) => {
      if (handle >= scores.length) scores = grown(scores, handle + 1)
      if (scores[handle] === 0) {
        if (count === handles.length) handles = grown(handles, count + 1)
        handles[count++] = handle
      }
      scores[handle] = score
    },
    take: (partition, accumulator, { coverage, accepts }) => {
      const { scores: sums, covered, touched, count: found } = accumulator
      const { dead, nameRoots, handles: handleOf } = partition
      handles = grown(handles, count + found)
      for (let i = 0; i < found; i += 1) {
        const ordinal = touched[i] as number
        let score = sums[ordinal] as number
        sums[ordinal] = 0
        if (coverage > 0) {
          score *= coverageFactor(coverage, covered[ordinal] as number, nameRoots[ordinal] as number)
          covered[ordinal] = 0
        }
        if (dead[ordinal] === 1) continue
        const handle = handleOf[ordinal] as number
        if (accepts !== undefined && !accepts(handle)) continue
        if (handle >= scores.length) scores = grown(scores, handle + 1)
        scores[handle] = score
        handles[count++] = handle
      }
      accumulator.count = 0
    },
    highest: () => {
      let highest = 0
      for (let i = 0; i < count; i += 1) highest = Math.max(highest, scores[handles[i] as number] as number)
      return highest
    },
    clear: () => {
      for (let i = 0; i < count; i += 1) scores[handles[i] as number] = 0
      count = 0
    },
  }
}
