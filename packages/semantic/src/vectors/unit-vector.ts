import { quote } from '@toolscout/model/internal'
import { normOf } from './quantize.ts'

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
