import type { JsonObject, JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject, SCHEMA_KEYWORDS } from '@toolscout/model/internal'

/** Gives a schema in the place of one that stands inside another. `undefined` leaves it out. */
export type MapSubschema = (schema: JsonValue, path: string, keyword: string) => JsonValue | undefined

/**
 * A schema with other schemas inside; its own keywords, their order and its data stay. The same object where nothing is
 * another, as most are.
 */
export function mapSubschemas(schema: JsonObject, path: string, map: MapSubschema): JsonObject {
  let mapped: Record<string, JsonValue> | undefined
  for (const keyword of Object.keys(schema)) {
    const kind = SCHEMA_KEYWORDS.get(keyword)
    if (kind === undefined) continue
    const value = schema[keyword] as JsonValue
    const changed = mapKeyword(kind, value, (inner, step) => {
      const at = childPointer(path, keyword)
      return map(inner, step === undefined ? at : childPointer(at, step), keyword)
    })
    if (changed === value) continue
    mapped ??= { ...schema }
    if (changed === undefined) delete mapped[keyword]
    else mapped[keyword] = changed
  }
  return mapped ?? schema
}

type MapAt = (schema: JsonValue, step?: string | number) => JsonValue | undefined

function mapKeyword(kind: string, value: JsonValue, mapAt: MapAt): JsonValue | undefined {
  if (kind === 'schemaMap' && isJsonObject(value)) {
    const names = Object.keys(value)
    const inner = names.map((name) => mapSchema(value[name] as JsonValue, (schema) => mapAt(schema, name)))
    if (inner.every((one, i) => one === value[names[i] as string])) return value
    const entries = names.map((name, i) => [name, inner[i]] as const)
    return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
  }
  if ((kind === 'schemas' || kind === 'schemaOrSchemas') && Array.isArray(value)) {
    const inner = value.map((one, i) => mapSchema(one, (schema) => mapAt(schema, i)))
    return inner.every((one, i) => one === value[i]) ? value : inner.filter((one) => one !== undefined)
  }
  return kind === 'schema' || kind === 'schemaOrSchemas' ? mapSchema(value, mapAt) : value
}

function mapSchema(
  value: JsonValue,
  map: (schema: JsonValue) => JsonValue | undefined,
): JsonValue | undefined {
  return isSchema(value) ? map(value) : value
}

/** Whether a value is a schema: an object, or true and false for anything and nothing. */
function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === 'boolean' || isJsonObject(value)
}

/** The types a schema names; empty where it names none. */
export function typesOf({ type }: JsonObject): readonly string[] {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : []
}

/** A list of types as it is written: one alone as a text. */
export function writeTypes(types: readonly string[]): JsonValue {
  const [only, ...others] = types
  return only !== undefined && others.length === 0 ? only : [...types]
}

/** A member of a schema that is a list; empty for anything else. */
export function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

/** A schema without some of its keywords; the same object where it has none of them. */
export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  if (!keywords.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
