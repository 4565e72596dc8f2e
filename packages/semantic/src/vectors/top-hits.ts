import { compareHits, type VectorHit } from '@toolscout/model'

/** The best hits seen so far, at most `limit` of them. */
export interface TopHits {
  /** A score below this one is not among the best; -Infinity as long as there is room. */
  readonly threshold: () => number
  readonly add: (id: string, score: number) => void
  /** What was kept, best first. */
  readonly list: () => readonly VectorHit[]
}

/** Collects the best of any number of hits under the one order: a heap whose root is the worst that was kept. */
export function createTopHits(limit: number): TopHits {
  const heap: VectorHit[] = []
  const isWorse = (a: number, b: number): boolean =>
    compareHits(heap[a] as VectorHit, heap[b] as VectorHit) > 0
  const swap = (a: number, b: number): void => {
    const hit = heap[a] as VectorHit
    heap[a] = heap[b] as VectorHit
    heap[b] = hit
  }
  const rise = (from: number): void => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isWorse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  const sink = (): void => {
    for (let at = 0; ; ) {
      const left = at * 2 + 1
      if (left >= heap.length) return
      const worst = left + 1 < heap.length && isWorse(left + 1, left) ? left + 1 : left
      if (!isWorse(worst, at)) return
      swap(at, worst)
      at = worst
    }
  }
  return {
    threshold: () =>
      heap.length < limit ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? Number.POSITIVE_INFINITY),
    add: (id, score) => {
      const hit = { id, score }
      if (heap.length < limit) {
        heap.push(hit)
        rise(heap.length - 1)
      } else if (limit > 0 && compareHits(hit, heap[0] as VectorHit) < 0) {
        heap[0] = hit
        sink()
      }
    },
    list: () => [...heap].sort(compareHits),
  }
}
