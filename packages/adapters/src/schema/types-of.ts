import type { JsonObject, JsonValue } from '@toolscout/model'

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
