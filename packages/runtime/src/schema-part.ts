import type { JsonObject, JsonSchema } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ValidationIssue } from '@toolscout/schema/internal'

/** Longest part of a schema that is shown, in UTF-16 code units of JSON: a model needs the place, not the book. */
const MAX_PART_LENGTH = 2_000

/**
 * The members of an object schema that issues speak of, and those that are required and missing; without what is too
 * long to be read. `undefined` when nothing is left.
 */
export function schemaPart(
  schema: JsonSchema,
  args: JsonObject,
  issues: readonly ValidationIssue[],
): JsonObject | undefined {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return undefined
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const missing = needed.filter((name) => !Object.hasOwn(args, name))
  const spokenOf = issues.map(({ path }) => firstToken(path))
  const names = [...new Set([...spokenOf, ...missing])].filter((name) => Object.hasOwn(properties, name))
  const part: Record<string, unknown> = {}
  let length = 0
  for (const name of names) {
    const member = JSON.stringify(properties[name])
    length += name.length + member.length
    if (length > MAX_PART_LENGTH) break
    // A copy, because what is handed out may be kept.
    part[name] = JSON.parse(member)
  }
  const shown = Object.keys(part)
  if (shown.length === 0) return undefined
  const requiredHere = needed.filter((name) => shown.includes(name))
  return {
    properties: part as JsonObject,
    ...(requiredHere.length === 0 ? {} : { required: requiredHere }),
  }
}

function firstToken(path: string): string {
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
