import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, jsonEquals } from '@toolscout/model/internal'
import { listOf, mapSubschemas, typesOf, without, writeTypes } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'

/** A schema in which what `allOf` joins is one schema; what cannot be one is reported, and the first said stays. */
export function mergeAllOf(schema: JsonObject, path: string, report: ReportLoss): JsonObject {
  const inner = mapSubschemas(schema, path, (sub, at) =>
    isJsonObject(sub) ? mergeAllOf(sub, at, report) : sub,
  )
  return joined(inner, path, report)
}

/** A schema together with what stands in its `allOf`. */
function joined(schema: JsonObject, path: string, report: ReportLoss): JsonObject {
  const parts = listOf(schema, 'allOf').filter(isJsonObject)
  return parts.reduce((merged, part) => both(merged, part, path, report), without(schema, 'allOf'))
}

/** What fits two schemas at once. */
function both(first: JsonObject, second: JsonObject, path: string, report: ReportLoss): JsonObject {
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
  if (isJsonObject(before) && isJsonObject(value)) {
    const at = `${path}/${keyword}`
    if (keyword === 'items') return both(before, value, at, report)
    if (keyword === 'properties' || keyword === 'patternProperties')
      return joinMembers(before, value, at, report)
  }
  if (Array.isArray(before) && Array.isArray(value)) {
    if (keyword === 'required') return [...new Set([...before, ...value])]
    if (keyword === 'enum') return before.filter((item) => value.some((other) => jsonEquals(item, other)))
  }
  if (typeof before === 'number' && typeof value === 'number') {
    if (/^(?:minimum|exclusiveMinimum|min[A-Z])/.test(keyword)) return Math.max(before, value)
    if (/^(?:maximum|exclusiveMaximum|max[A-Z])/.test(keyword)) return Math.min(before, value)
  }
  if (keyword === 'additionalProperties' && (before === false || value === false)) {
    report(path, keyword, 'parts that are joined by allOf do not agree on further members')
    return false
  }
  if (!['type', 'title', 'description'].includes(keyword))
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

/** What the root of a schema may not have, beside choices. */
export const REFUSED_AT_ROOT: readonly string[] = ['not', 'enum', 'const', 'if', 'then', 'else']

/**
 * A schema whose root is an object and nothing else: OpenAI and Anthropic refuse unions there. The result has every
 * member of the branches and requires those that all branches require; their combinations are reported as lost.
 */
export function withPlainRoot(schema: JsonObject, report: ReportLoss): JsonObject {
  let root = joined(schema, '', report)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(root, keyword).filter(isJsonObject)
    if (!Object.hasOwn(root, keyword)) continue
    root = both(without(root, keyword), united(branches), '', report)
    report('', keyword, 'the root may be no choice; members of all branches are sent, not which go together')
  }
  for (const keyword of REFUSED_AT_ROOT) {
    if (!Object.hasOwn(root, keyword)) continue
    root = without(root, keyword)
    report('', keyword, 'the root may be nothing but an object')
  }
  return {
    type: 'object',
    ...without(root, 'type'),
    ...(isJsonObject(root.properties) ? {} : { properties: {} }),
  }
}

/** What any of several object schemas may have. */
function united(branches: readonly JsonObject[]): JsonObject {
  const members = new Map<string, JsonValue[]>()
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(isJsonObject(branch.properties) ? branch.properties : {})) {
      const known = members.get(name) ?? []
      if (!known.some((other) => jsonEquals(other, schema))) known.push(schema)
      members.set(name, known)
    }
  }
  const [first, ...others] = branches.map((branch) => listOf(branch, 'required'))
  const required = (first ?? []).filter((name) => others.every((list) => list.includes(name)))
  const properties = [...members].map(([name, [first = {}, ...rest]]) => [
    name,
    rest.length === 0 ? first : { anyOf: [first, ...rest] },
  ])
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  }
}
