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
