/**
 * Rounds a vector, not all zeros, to whole numbers of `-largest` to `largest` and writes them to `codes`, so that it is
 * about `codes * scale`. The error, the norm of `vector - codes * scale`, is measured and not estimated: a search then
 * knows of every row how much its rounded similarity may be off.
 */
export function quantize(
  vector: Float32Array,
  largest: number,
  codes: Int8Array | Int16Array,
  start: number,
): { readonly scale: number; readonly error: number } {
  let peak = 0
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number)
    if (size > peak) peak = size
  }
  const scale = Math.fround(peak / largest)
  let lost = 0
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number
    const code = Math.min(largest, Math.max(-largest, Math.round(value / scale)))
    codes[start + i] = code
    const rest = value - code * scale
    lost += rest * rest
  }
  return { scale, error: Math.sqrt(lost) }
}
