import { quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { toUnitVector } from '../vectors/unit-vector.ts'

/** What vectors are expected. */
export interface ExpectedVectors {
  readonly model: string
  readonly count: number
  readonly dimensions: number
}

/**
 * Reads what a model or server gave for a list of texts, as vectors of length 1.
 *
 * @throws EmbedderFailedError `EMBEDDER_FAILED` when it is not one vector a text, each of the right size and with a
 *   direction.
 */
export function readVectors(
  given: unknown,
  { model, count, dimensions }: ExpectedVectors,
): readonly Float32Array[] {
  const fail = (what: string): EmbedderFailedError =>
    new EmbedderFailedError(`${quote(model)} gave ${what}.`, { model, reason: 'invalid_answer' })
  if (!Array.isArray(given)) throw fail(`${quote(given)} in place of a list of vectors`)
  if (given.length !== count) throw fail(`${given.length} vectors for ${count} texts`)
  return Array.from(given, (values: unknown) => {
    if (!isNumbers(values)) throw fail('a vector that is no list of numbers')
    if (values.length !== dimensions) {
      throw fail(
        `a vector of ${values.length} dimensions in place of ${dimensions}; correct the dimensions it is used with`,
      )
    }
    const vector = toUnitVector(values)
    if (vector === undefined) throw fail('a vector without a direction: all zeros, or not all of it finite')
    return vector
  })
}

function isNumbers(values: unknown): values is ArrayLike<number> {
  if (Array.isArray(values)) return values.every((value) => typeof value === 'number')
  return ArrayBuffer.isView(values) && typeof Reflect.get(values, 0) === 'number'
}
