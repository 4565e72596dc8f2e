import { isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import { InvalidPatternError } from '@toolscout/search'
import type { z } from 'zod'
import { LoomConfigError } from '../errors.ts'

/**
 * Reads a part of a configuration. Names of members may be written in any case, with `_`, `-` or nothing between words;
 * unknown ones are refused, since a rule that is not read must not look as if it held.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID`.
 */
export function readShape<Shape extends z.ZodObject>(
  shape: Shape,
  value: unknown,
  path: string,
): z.output<Shape> {
  if (!isJsonObject(value)) throw new LoomConfigError(path, `an object is needed, not ${quote(value)}.`)
  const read = shape.safeParse(renameMembers(value, Object.keys(shape.shape), path))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = [path, ...(issue?.path ?? []).map(String)].join('.')
  throw new LoomConfigError(at, `${issue?.message ?? 'it is not in the form it must have'}.`)
}

/**
 * The members of an object under the names we know them by.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID` for a name that stands there twice.
 */
export function renameMembers(
  value: object,
  known: readonly string[],
  path: string,
): { readonly [member: string]: unknown } {
  const found = new Map<string, unknown>()
  for (const [given, member] of Object.entries(value)) {
    const name = known.find((one) => fold(one) === fold(given)) ?? given
    if (found.has(name)) throw new LoomConfigError(path, `${quote(name)} stands there twice.`)
    found.set(name, member)
  }
  return Object.fromEntries(found)
}

/** Names that are one whatever their case and what stands between their words. */
export function fold(name: string): string {
  return name.replace(/[-_]/gu, '').toLowerCase()
}

/** Runs what throws for a name or a pattern that is none, and says where that stands. */
export function readAt<Value>(path: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    const isText = error instanceof TypeError || error instanceof InvalidPatternError
    throw isText ? new LoomConfigError(path, messageOf(error)) : error
  }
}
