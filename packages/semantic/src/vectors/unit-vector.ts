import { compareHits, type VectorHit } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** How far from 1 the length of a vector may be; single precision stays within a thousandth of this. */
const LENGTH_TOLERANCE = 0.001

/** The most dimensions a vector can have; the largest models in use give 4,096. */
const MAX_DIMENSIONS = 16_384

/**
 * Returns the number if it is a legal number of dimensions.
 *
 * @throws RangeError otherwise.
 */
export function checkDimensions(dimensions: unknown): number {
  if (
    Number.isInteger(dimensions) &&
    (dimensions as number) >= 1 &&
    (dimensions as number) <= MAX_DIMENSIONS
  ) {
    return dimensions as number
  }
  throw new RangeError(
    `dimensions is ${quote(dimensions)}; a whole number of 1 to ${MAX_DIMENSIONS} is needed.`,
  )
}

/** Why a value is not a unit vector of the given dimensions; `undefined` when it is one. */
export function faultOfVector(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return `a vector must be a Float32Array, not ${quote(vector)}`
  if (vector.length !== dimensions)
    return `a vector has ${vector.length} dimensions in place of ${dimensions}`
  const norm = normOf(vector)
  if (Number.isNaN(norm)) return 'a vector holds what is not a number'
  if (Math.abs(norm - 1) <= LENGTH_TOLERANCE) return undefined
  return `a vector is of length ${norm} in place of 1`
}

/**
 * A vector of any length as one of length 1.
 *
 * @returns `undefined` when it has no direction: all zeros, or a number that is not finite.
 */
export function toUnitVector(values: ArrayLike<number>): Float32Array | undefined {
  let peak = 0
  for (let i = 0; i < values.length; i += 1) {
    const size = Math.abs(values[i] as number)
    if (!Number.isFinite(size)) return undefined
    if (size > peak) peak = size
  }
  if (peak === 0) return undefined
  // Divided by the largest first, because the square of a huge or tiny number leaves the range of numbers.
  const scaled = Float64Array.from(values, (value) => value / peak)
  const norm = normOf(scaled)
  return Float32Array.from(scaled, (value) => value / norm)
}

/** Values in 8 or 16 bits: `vector` is about `codes * scale`. */
export interface Quantized {
  readonly scale: number
  /** Length of what is lost: the norm of `vector - codes * scale`. */
  readonly error: number
}

/**
 * Rounds a vector, not all zeros, to whole numbers of `-largest` to `largest` and writes them to `codes`. The loss is measured and
 * not estimated, so that a search can say of every row how much its rounded similarity may be off.
 */
export function quantize(
  vector: Float32Array,
  largest: number,
  codes: Int8Array | Int16Array,
  start: number,
): Quantized {
  let peak = 0
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number)
    if (size > peak) peak = size
  }
  const scale = Math.fround(peak / largest)
  let lost = 0
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number
    const rounded = Math.round(value / scale)
    const code = Math.min(largest, Math.max(-largest, rounded))
    codes[start + i] = code
    const rest = value - code * scale
    lost += rest * rest
  }
  return { scale, error: Math.sqrt(lost) }
}

/** Euclidean length of a vector. */
export function normOf(vector: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number
    sum += value * value
  }
  return Math.sqrt(sum)
}

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
