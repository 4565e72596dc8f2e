import type { JsonObject, JsonValue } from '@toolscout/model'
import { copyJson, isJsonObject, quote } from '@toolscout/model/internal'
import { ArgumentsTooLargeError } from './errors.ts'

/** Deepest arguments of an example, in levels; an example that needs more teaches nothing. */
export const MAX_ARGUMENTS_DEPTH = 5
/** Most members and items of an example's arguments, over all levels. */
export const MAX_ARGUMENTS_KEYS = 50

/** The size of an example's arguments. */
export interface ArgumentsSize {
  /** Nesting levels of objects and lists; 0 without arguments, 1 for an object of scalars, even an empty one. */
  readonly depth: number
  /** Members of objects and items of lists, over all levels. */
  readonly keys: number
}

/** Measures arguments. They must be JSON, and not deeper than JSON of this project may be. */
export function measureArguments(args: JsonValue | undefined): ArgumentsSize {
  if (typeof args !== 'object' || args === null) return { depth: 0, keys: 0 }
  const values: readonly JsonValue[] = Array.isArray(args) ? args : Object.values(args)
  let depth = 0
  let keys = values.length
  for (const value of values) {
    const inner = measureArguments(value)
    depth = Math.max(depth, inner.depth)
    keys += inner.keys
  }
  return { depth: depth + 1, keys }
}

/**
 * Copies the arguments of an example into a fresh, frozen value.
 *
 * @throws TypeError when they are no object.
 * @throws InvalidJsonError `INVALID_JSON` when they are no JSON, or contain themselves.
 * @throws ArgumentsTooLargeError `ARGUMENTS_TOO_LARGE` when they are deeper or have more keys than allowed.
 */
export function readArguments(
  args: unknown,
  example: { readonly index: number; readonly title: string },
): JsonObject {
  // The copy comes first: it ends for any value, and nothing hides from it in an unknown kind of container.
  const copy = copyJson(args ?? {})
  if (!isJsonObject(copy)) {
    throw new TypeError(`The arguments of example ${example.index} must be an object, not ${quote(args)}.`)
  }
  const { depth, keys } = measureArguments(copy)
  if (depth <= MAX_ARGUMENTS_DEPTH && keys <= MAX_ARGUMENTS_KEYS) return copy
  throw new ArgumentsTooLargeError(
    `The arguments of example ${example.index} (${quote(example.title)}) have depth ${depth} and ${keys} keys; at most depth ${MAX_ARGUMENTS_DEPTH} and ${MAX_ARGUMENTS_KEYS} keys are allowed.`,
    { ...example, depth, keys, maxDepth: MAX_ARGUMENTS_DEPTH, maxKeys: MAX_ARGUMENTS_KEYS },
  )
}
