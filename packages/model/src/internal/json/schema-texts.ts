import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from './json.ts'

/**
 * Applies `clean` to every text of a schema that is written for readers (titles, descriptions, comments) and
 * leaves names, patterns and values alone, because changing those changes what the tool takes. Gives back the
 * same object when nothing changed. `path` starts with a slash and names the keywords on the way; it is made when it is
 * asked for.
 */
export function cleanSchemaTexts(schema: JsonSchema, clean: CleanText): JsonSchema {
  return cleanSchema(schema, clean, () => '') as JsonSchema
}

/** Cleans one text of a schema. */
type CleanText = (text: string, path: () => string) => string

function cleanSchema(value: JsonValue, clean: CleanText, path: () => string): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item, i) => cleanSchema(item, clean, () => `${path()}/${i}`))
    return items.every((item, i) => item === value[i]) ? value : Object.freeze(items)
  }
  if (!isJsonObject(value)) return value
  return mapMembers(value, (keyword, item) => {
    const at = (): string => `${path()}/${keyword}`
    const kind = SCHEMA_KEYWORDS.get(keyword)
    if (kind === 'data') return item
    if (kind === 'text') return typeof item === 'string' ? clean(item, at) : item
    // A member that is no keyword may hold anything, texts for readers too.
    if (kind !== 'schemaMap' || !isJsonObject(item)) return cleanSchema(item, clean, at)
    return mapMembers(item, (name, schema) => cleanSchema(schema, clean, () => `${at()}/${name}`))
  })
}

function mapMembers(source: JsonObject, map: (member: string, item: JsonValue) => JsonValue): JsonValue {
  let copy: Record<string, JsonValue> | undefined
  for (const [member, item] of Object.entries(source)) {
    const mapped = map(member, item)
    if (mapped === item) continue
    copy ??= { ...source }
    copy[member] = mapped
  }
  return copy === undefined ? source : Object.freeze(copy)
}

/**
 * What the value of a schema keyword is. `schema`, `schemas` (a list), `schemaMap` (names with schemas; the names are
 * data): schemas inside the schema. `schemaOrSchemas`: one or a list, by dialect. `data`: values of the tool, which must
 * reach it unchanged. `text`: written for readers.
 */
export type SchemaKeywordKind = 'schema' | 'schemas' | 'schemaMap' | 'schemaOrSchemas' | 'data' | 'text'

/**
 * Every keyword of draft-07, 2019-09 and 2020-12 whose value is more than a word or a number. Names come from foreign
 * schemas, so this is a map and not an object.
 */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, SchemaKeywordKind> = new Map([
  ...keywords('schema', 'not if then else contains contentSchema propertyNames'),
  ...keywords('schema', 'additionalProperties unevaluatedProperties additionalItems unevaluatedItems'),
  ...keywords('schemas', 'allOf anyOf oneOf prefixItems'),
  // `dependencies`, before 2019-09: schemas, and lists of names in place of some.
  ...keywords('schemaMap', 'properties patternProperties dependentSchemas dependencies $defs definitions'),
  ...keywords('schemaOrSchemas', 'items'),
  ...keywords('data', 'default const enum examples required dependentRequired'),
  ...keywords('text', 'title description $comment'),
])

function keywords(kind: SchemaKeywordKind, names: string): readonly (readonly [string, SchemaKeywordKind])[] {
  return names.split(' ').map((name) => [name, kind])
}
