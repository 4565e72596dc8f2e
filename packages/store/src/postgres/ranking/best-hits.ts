/** The best scores of a search so far. */
export interface ScoreThreshold {
  /** What a document must reach to be among the best; 0 while there is room. */
  readonly value: number
  readonly offer: (score: number) => void
}

/** Keeps the lowest of the `limit` best scores. */
export function createThreshold(limit: number): ScoreThreshold {
  const heap: number[] = []
  const sift = (): void => {
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const right = left + 1
      const least = right < heap.length && (heap[right] as number) < (heap[left] as number) ? right : left
      if ((heap[least] as number) >= (heap[at] as number)) return
      ;[heap[at], heap[least]] = [heap[least] as number, heap[at] as number]
      at = least
    }
  }
  const rise = (): void => {
    let at = heap.length - 1
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if ((heap[parent] as number) <= (heap[at] as number)) return
      ;[heap[at], heap[parent]] = [heap[parent] as number, heap[at] as number]
      at = parent
    }
  }
  return {
    get value() {
      return heap.length < limit ? 0 : (heap[0] as number)
    },
    offer: (score) => {
      if (heap.length < limit) {
        heap.push(score)
        rise()
      } else if (score > (heap[0] as number)) {
        heap[0] = score
        sift()
      }
    },
  }
}

/** The best documents of one segment. */
export interface SegmentBest {
  readonly offer: (ordinal: number, score: number) => void
  readonly list: () => readonly { readonly ordinal: number; readonly score: number }[]
}

/**
 * Keeps the documents of a segment that may be among the `limit` best of all. Of equal scores the lower ordinal is the
 * better one, for ordinals are in the order of ids; so no more than `limit` of a segment are ever kept, however many are
 * equal.
 */
export function createSegmentBest(limit: number, threshold: ScoreThreshold): SegmentBest {
  const ordinals: number[] = []
  const scores: number[] = []
  /** Whether the document at one place comes after that at another. */
  const isWorse = (one: number, other: number): boolean => {
    const [a, b] = [scores[one] as number, scores[other] as number]
    return a !== b ? a < b : (ordinals[one] as number) > (ordinals[other] as number)
  }
  const swap = (one: number, other: number): void => {
    ;[ordinals[one], ordinals[other]] = [ordinals[other] as number, ordinals[one] as number]
    ;[scores[one], scores[other]] = [scores[other] as number, scores[one] as number]
  }
  const sift = (): void => {
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= scores.length) return
      const right = left + 1
      const worst = right < scores.length && isWorse(right, left) ? right : left
      if (!isWorse(worst, at)) return
      swap(worst, at)
      at = worst
    }
  }
  return {
    offer: (ordinal, score) => {
      if (score < threshold.value) return
      if (scores.length < limit) {
        ordinals.push(ordinal)
        scores.push(score)
        for (let at = scores.length - 1; at > 0 && isWorse(at, (at - 1) >>> 1); at = (at - 1) >>> 1) {
          swap(at, (at - 1) >>> 1)
        }
      } else {
        const [least, place] = [scores[0] as number, ordinals[0] as number]
        if (score < least || (score === least && ordinal > place)) return
        scores[0] = score
        ordinals[0] = ordinal
        sift()
      }
      threshold.offer(score)
    },
    list: () =>
      scores.flatMap((score, i) =>
        score >= threshold.value ? [{ ordinal: ordinals[i] as number, score }] : [],
      ),
  }
}
