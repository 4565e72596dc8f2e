import type { JsonObject, JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject, SCHEMA_KEYWORDS } from '@toolscout/model/internal'

/** Gives a schema in the place of one that stands inside another. `undefined` leaves it out. */
export type MapSubschema = (schema: JsonValue, path: string, keyword: string) => JsonValue | undefined

/** A schema with other schemas inside; its own keywords, their order and its data stay. */
export function mapSubschemas(schema: JsonObject, path: string, map: MapSubschema): JsonObject {
  const mapped: [string, JsonValue][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const at = childPointer(path, keyword)
    const changed = mapKeyword(SCHEMA_KEYWORDS.get(keyword), value, (inner, step) =>
      map(inner, step === undefined ? at : childPointer(at, step), keyword),
    )
    if (changed !== undefined) mapped.push([keyword, changed])
  }
  return Object.fromEntries(mapped)
}

type MapAt = (schema: JsonValue, step?: string | number) => JsonValue | undefined

function mapKeyword(kind: string | undefined, value: JsonValue, mapAt: MapAt): JsonValue | undefined {
  if (kind === 'schemaMap' && isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      isSchema(inner) ? mapAt(inner, name) : inner,
    ])
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
  }
  if ((kind === 'schemas' || kind === 'schemaOrSchemas') && Array.isArray(value))
    return value
      .map((inner, i) => (isSchema(inner) ? mapAt(inner, i) : inner))
      .filter((inner) => inner !== undefined)
  return (kind === 'schema' || kind === 'schemaOrSchemas') && isSchema(value) ? mapAt(value) : value
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

/** A schema without some of its keywords. */
export function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
