import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { compileLinearPattern } from '@toolscout/search/linear-pattern'
import { z } from 'zod'
import { fold, readAt, readShape } from '../config/read-shape.ts'

/** What a hook says of the arguments it is about. */
const MATCHER = z.strictObject({
  param_path: z.string().min(1),
  op: z.enum(['equals', 'regex', 'contains']),
  value: z.union([z.string(), z.number(), z.boolean()]),
})

/** Longest text that is looked at, in UTF-16 code units: a pattern takes milliseconds for it. */
export const MAX_TEXT_LENGTH = 100_000

/**
 * Prepares a matcher. It holds when any value at its path, or inside what stands there, does; a text that is too long to
 * be looked at holds. Names on the path are compared without case and `_`, so that no spelling evades it.
 *
 * @throws InvalidPatternError `INVALID_PATTERN` for a pattern a linear engine cannot run.
 */
function compileMatcher({ param_path, op, value }: z.output<typeof MATCHER>): (args: JsonObject) => boolean {
  const test = compileTest(op, String(value))
  const path = param_path.split('.')
  return (args) =>
    scalarsAt(args, path).some((found) => {
      const text = String(found)
      return text.length > MAX_TEXT_LENGTH || test(text)
    })
}

function compileTest(op: z.output<typeof MATCHER>['op'], value: string): (text: string) => boolean {
  if (op === 'equals') return (text) => text === value
  if (op === 'contains') return (text) => text.includes(value)
  return compileLinearPattern(value).occursIn
}

/** Every text, number and truth value at a path or inside what stands there. A name may hold dots itself. */
export function scalarsAt(value: JsonValue, path: readonly string[]): readonly JsonValue[] {
  if (path.length === 0) return scalarsOf(value)
  if (Array.isArray(value)) {
    const [step, ...rest] = path
    return value.flatMap((item, at) => [
      ...(String(at) === step ? scalarsAt(item, rest) : []),
      // A list of what is meant is meant as well.
      ...(isJsonObject(item) ? scalarsAt(item, path) : []),
    ])
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    path.flatMap((_step, at) =>
      fold(path.slice(0, at + 1).join('.')) === fold(name) ? scalarsAt(member, path.slice(at + 1)) : [],
    ),
  )
}

function scalarsOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf)
  return isJsonObject(value) ? Object.values(value).flatMap(scalarsOf) : [value]
}

/**
 * Reads the `matcher` of a hook.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID`.
 */
export function readMatcher(given: unknown, path: string): (args: JsonObject) => boolean {
  return readAt(`${path}.value`, () => compileMatcher(readShape(MATCHER, given, path)))
}
