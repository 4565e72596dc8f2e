import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, SCHEMA_KEYWORDS } from '@toolscout/model/internal'
import { REFUSED_AT_ROOT } from './merge-all-of.ts'
import { takesKeyword } from './say-otherwise.ts'
import type { SchemaSubset } from './schema-subset.ts'

/** Keywords that are written otherwise where they stand inside a schema, or lead to what is. */
const REWRITTEN: ReadonlySet<string> = new Set([
  '$ref', '$dynamicRef', '$defs', 'definitions', '$id', '$anchor', '$dynamicAnchor', '$schema', '$comment',
  'nullable', 'additionalItems', '__proto__',
]) // biome-ignore format: one list
const NOT_AT_ROOT: ReadonlySet<string> = new Set([...REFUSED_AT_ROOT, 'allOf', 'anyOf', 'oneOf', '__proto__'])
/** Larger schemas may be too large for a subset. */
const MAX_AS_WRITTEN = 1_000

/**
 * A schema in the words of a subset, before its objects are closed, where only the root is to be written again, as of nearly
 * all; with the inner schemas it was given. `undefined` for any other.
 */
export function asWritten(schema: JsonObject, subset: SchemaSubset): JsonObject | undefined {
  const work = { subset, left: MAX_AS_WRITTEN }
  const written: Record<string, JsonValue> = { type: 'object' }
  for (const keyword of Object.keys(schema)) {
    if (keyword === 'type' || keyword === '$schema' || keyword === '$comment') continue
    if (NOT_AT_ROOT.has(keyword) || !staysIn(schema, keyword, work)) return undefined
    written[keyword] = schema[keyword] as JsonValue
  }
  if (!isJsonObject(written.properties)) written.properties = {}
  return written
}

// Loops, because every keyword of every tool is looked at.

/** How far a look at a schema has come. */
interface KeepingWork {
  readonly subset: SchemaSubset
  /** Schemas that may still be looked at. */
  left: number
}

/** Whether a schema in the place of a keyword stays as it is. */
function staysInside(inner: JsonValue | undefined, keyword: string, work: KeepingWork): boolean {
  if (!isJsonObject(inner))
    return work.subset.keywords === 'all' || keyword === 'additionalProperties' || typeof inner !== 'boolean'
  work.left -= 1
  if (work.left < 0) return false
  for (const own of Object.keys(inner)) if (!staysIn(inner, own, work)) return false
  return true
}

/** Whether a keyword of a schema stays as it is, with everything in it. */
function staysIn(schema: JsonObject, keyword: string, work: KeepingWork): boolean {
  const value = schema[keyword] as JsonValue
  const { subset } = work
  if (REWRITTEN.has(keyword)) return false
  if (subset.keywords !== 'all' && !isTaken(keyword, value, schema, subset)) return false
  const kind = SCHEMA_KEYWORDS.get(keyword)
  if (kind === 'schemaMap' && isJsonObject(value)) {
    const { memberName } = subset
    for (const name of Object.keys(value)) {
      if (memberName !== undefined && keyword === 'properties' && !memberName.test(name)) return false
      if (!staysInside(value[name], keyword, work)) return false
    }
    return true
  }
  if (kind === 'schemas' && Array.isArray(value))
    return value.every((inner) => staysInside(inner, keyword, work))
  if (kind === 'schema' || kind === 'schemaOrSchemas')
    return !Array.isArray(value) && staysInside(value, keyword, work)
  if (typeof value !== 'object') return typeof value !== 'boolean' || !keyword.startsWith('exclusive')
  // What only looks like a reference, in an example, is followed too.
  return value === null || (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
}

function isTaken(keyword: string, value: JsonValue, schema: JsonObject, subset: SchemaSubset): boolean {
  if (!takesKeyword(subset, keyword)) return false
  if (keyword === 'format') return subset.formats === 'all' || subset.formats.has(String(value))
  if (keyword !== 'enum') return true
  return schema.type !== undefined && Array.isArray(value) && value.every((one) => typeof one === 'string')
}
