import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { mapSubschemas, typesOf, without, writeTypes } from './map-subschemas.ts'

/** References whose way leads through what is written otherwise in 2020-12. */
const THROUGH_OLD_WORDS = /#.*\/(?:items\/\d+|additionalItems)(?:\/|$)/

/** Whether references of a schema hold only as long as it keeps the words of an older draft. */
export function refersToOldWords(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(refersToOldWords)
  if (!isJsonObject(schema)) return false
  if (typeof schema.$ref === 'string' && THROUGH_OLD_WORDS.test(schema.$ref)) return true
  return Object.values(schema).some(refersToOldWords)
}

/**
 * A schema in the words of 2020-12 that means the same: lists of `items` of draft-07, exclusive bounds of draft-04, `nullable` of OpenAPI 3.0. `$schema` and `$comment` say nothing to a model and go.
 */
export function toCurrentDialect(schema: JsonObject): JsonObject {
  const inner = mapSubschemas(schema, '', (sub) => (isJsonObject(sub) ? toCurrentDialect(sub) : sub))
  return [withTuple, withExclusiveBounds, withNull].reduce(
    (now, rewrite) => rewrite(now),
    without(inner, '$schema', '$comment'),
  )
}

function withTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema
  if (!Array.isArray(items)) return without(schema, 'additionalItems')
  const rest = without(schema, 'items', 'additionalItems')
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) }
}

/** Bounds of numbers, and the way from one that is not allowed itself to the next integer. */
export const BOUNDS = [
  { exclusive: 'exclusiveMinimum', bound: 'minimum', step: 1 },
  { exclusive: 'exclusiveMaximum', bound: 'maximum', step: -1 },
] as const

function withExclusiveBounds(schema: JsonObject): JsonObject {
  let now = schema
  for (const { exclusive, bound } of BOUNDS) {
    const flag = now[exclusive]
    const value = now[bound]
    if (typeof flag !== 'boolean') continue
    const rest = without(now, exclusive)
    now = flag && value !== undefined ? { ...without(rest, bound), [exclusive]: value } : rest
  }
  return now
}

function withNull(schema: JsonObject): JsonObject {
  if (typeof schema.nullable !== 'boolean') return schema
  const rest = without(schema, 'nullable')
  return schema.nullable ? orNull(rest) : rest
}

/** A schema that takes null as well. */
export function orNull(schema: JsonObject): JsonObject {
  const types = typesOf(schema)
  const { enum: values, const: value } = schema
  if (value !== undefined || (types.length === 0 && !Array.isArray(values))) {
    if (Object.keys(schema).length === 0) return schema
    const { description, title, ...rest } = schema
    const union = Array.isArray(rest.anyOf) && Object.keys(rest).length === 1 ? rest.anyOf : [rest]
    return {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      anyOf: union.some((branch) => isJsonObject(branch) && branch.type === 'null')
        ? union
        : [...union, { type: 'null' }],
    }
  }
  return {
    ...schema,
    ...(types.length === 0 || types.includes('null') ? {} : { type: writeTypes([...types, 'null']) }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
    ...(Array.isArray(schema.anyOf) ? { anyOf: [...schema.anyOf, { type: 'null' }] } : {}),
  }
}
