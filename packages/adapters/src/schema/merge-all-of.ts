import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, jsonEquals } from '@toolscout/model/internal'
import { listOf, mapSubschemas, typesOf, without, writeTypes } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'

/** A schema in which what `allOf` joins is one schema; what cannot be one is reported, and the first said stays. */
export function mergeAllOf(schema: JsonObject, path: string, report: ReportLoss): JsonObject {
  const inner = mapSubschemas(schema, path, (sub, at) =>
    isJsonObject(sub) ? mergeAllOf(sub, at, report) : sub,
  )
  const parts = listOf(inner, 'allOf').filter(isJsonObject)
  return parts.reduce((merged, part) => both(merged, part, path, report), without(inner, 'allOf'))
}

/** What fits two schemas at once. */
export function both(first: JsonObject, second: JsonObject, path: string, report: ReportLoss): JsonObject {
  const merged: Record<string, JsonValue> = { ...first }
  for (const [keyword, value] of Object.entries(second)) {
    const before = Object.hasOwn(merged, keyword) ? merged[keyword] : undefined
    if (before === undefined || jsonEquals(before, value)) merged[keyword] = value
    else merged[keyword] = join(keyword, before, value, path, report)
  }
  const types = sharedTypes(typesOf(first), typesOf(second))
  if (types !== undefined) merged.type = writeTypes(types)
  return merged
}

function join(
  keyword: string,
  before: JsonValue,
  value: JsonValue,
  path: string,
  report: ReportLoss,
): JsonValue {
  if (
    isJsonObject(before) &&
    isJsonObject(value) &&
    (keyword === 'properties' || keyword === 'patternProperties')
  )
    return joinMembers(before, value, `${path}/${keyword}`, report)
  if (Array.isArray(before) && Array.isArray(value)) {
    if (keyword === 'required') return [...new Set([...before, ...value])]
    if (keyword === 'enum') return before.filter((item) => value.some((other) => jsonEquals(item, other)))
  }
  if (typeof before === 'number' && typeof value === 'number') {
    if (/^(?:minimum|exclusiveMinimum|min[A-Z])/.test(keyword)) return Math.max(before, value)
    if (/^(?:maximum|exclusiveMaximum|max[A-Z])/.test(keyword)) return Math.min(before, value)
  }
  if (keyword === 'items' && isJsonObject(before) && isJsonObject(value))
    return both(before, value, `${path}/items`, report)
  if (keyword === 'additionalProperties' && (before === false || value === false)) {
    report(path, keyword, 'parts that are joined by allOf do not agree on further members')
    return false
  }
  const isProse = keyword === 'title' || keyword === 'description'
  if (keyword !== 'type' && !isProse)
    report(path, keyword, 'parts that are joined by allOf say different things')
  return before
}

function joinMembers(before: JsonObject, value: JsonObject, path: string, report: ReportLoss): JsonObject {
  const members: Record<string, JsonValue> = { ...before }
  for (const [name, schema] of Object.entries(value)) {
    const own = Object.hasOwn(members, name) ? members[name] : undefined
    members[name] =
      isJsonObject(own) && isJsonObject(schema) ? both(own, schema, `${path}/${name}`, report) : schema
  }
  return members
}

/** The types two schemas both take; `undefined` where either takes any. */
function sharedTypes(first: readonly string[], second: readonly string[]): readonly string[] | undefined {
  if (first.length === 0 || second.length === 0) return undefined
  const shared = first.flatMap((type) => {
    if (second.includes(type)) return [type]
    if (type === 'number' && second.includes('integer')) return ['integer']
    return type === 'integer' && second.includes('number') ? [type] : []
  })
  return shared.length === 0 ? first : shared
}
