import { checkWhole, quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { normOf } from './vector-kernel.ts'

/** How far from 1 the length of a vector may be; single precision stays within a thousandth of this. */
const LENGTH_TOLERANCE = 0.001
/** The most dimensions a vector can have; the largest models in use give 4,096. */
const MAX_DIMENSIONS = 16_384

/** Returns the number if it is a legal number of dimensions. @throws RangeError otherwise. */
export function checkDimensions(dimensions: unknown): number {
  return checkWhole('dimensions', dimensions, 1, MAX_DIMENSIONS)
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

/** Which vectors may be compared with each other. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
}

/** The space of an embedder's vectors at the moment. */
export function spaceOf({ model, dimensions }: VectorSpace): VectorSpace {
  return { model, dimensions }
}

/** Gives a vector back when it is one of this space. @throws EmbedderFailedError `EMBEDDER_FAILED` otherwise. */
export function requireVector(vector: unknown, { model, dimensions }: VectorSpace): Float32Array {
  const fault = faultOfVector(vector, dimensions)
  if (fault === undefined) return vector as Float32Array
  const message = `${quote(model)} gave what cannot be used: ${fault}.`
  throw new EmbedderFailedError(message, { model, reason: 'invalid_answer' })
}
