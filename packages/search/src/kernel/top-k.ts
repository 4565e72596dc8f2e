import { compareIds } from '@toolscout/model'

/** The best hits so far, at most as many as asked for. */
export interface TopK {
  /** Whether a hit of this score may still come in; ties must be offered, since ids decide them. */
  readonly accepts: (score: number) => boolean
  readonly offer: (score: number, handle: number) => void
  /** The least a score must be to come in; 0 while there is room. */
  readonly threshold: () => number
  /** Takes everything out, best first, and leaves the collection empty. */
  readonly drain: () => RankedHandles
}

/** Hits, best first. */
export interface RankedHandles {
  readonly scores: readonly number[]
  readonly handles: readonly number[]
}

/**
 * A bounded binary heap whose root is the worst hit kept, in the one order of hits: score descending, then id
 * ascending.
 *
 * @param limit most hits kept, at least 1.
 * @param idOf the id of a handle; asked only when two scores are equal.
 */
export function createTopK(limit: number, idOf: (handle: number) => string): TopK {
  const scores: number[] = []
  const handles: number[] = []

  /** Whether the hit at `a` ranks behind the one at `b`. */
  const isWorse = (a: number, b: number): boolean => {
    const difference = (scores[a] as number) - (scores[b] as number)
    if (difference !== 0) return difference < 0
    return compareIds(idOf(handles[a] as number), idOf(handles[b] as number)) > 0
  }
  const swap = (a: number, b: number): void => {
    const score = scores[a] as number
    const handle = handles[a] as number
    scores[a] = scores[b] as number
    handles[a] = handles[b] as number
    scores[b] = score
    handles[b] = handle
  }
  const siftUp = (start: number): void => {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >>> 1
      if (!isWorse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  const siftDown = (): void => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      let worst = left < scores.length && isWorse(left, at) ? left : at
      if (left + 1 < scores.length && isWorse(left + 1, worst)) worst = left + 1
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }

  return {
    accepts: (score) => scores.length < limit || score >= (scores[0] as number),
    threshold: () => (scores.length < limit ? 0 : (scores[0] as number)),
    offer: (score, handle) => {
      scores.push(score)
      handles.push(handle)
      const last = scores.length - 1
      if (scores.length <= limit) {
        siftUp(last)
        return
      }
      if (isWorse(0, last)) {
        swap(0, last)
        scores.pop()
        handles.pop()
        siftDown()
      } else {
        scores.pop()
        handles.pop()
      }
    },
    drain: () => {
      const sortedScores = new Array<number>(scores.length)
      const sortedHandles = new Array<number>(scores.length)
      for (let i = scores.length - 1; i >= 0; i -= 1) {
        sortedScores[i] = scores[0] as number
        sortedHandles[i] = handles[0] as number
        swap(0, i)
        scores.pop()
        handles.pop()
        siftDown()
      }
      return { scores: sortedScores, handles: sortedHandles }
    },
  }
}
