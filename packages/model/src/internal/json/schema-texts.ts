import { isJsonObject, type JsonSchema, type JsonValue } from './json.ts'

/**
 * Applies `clean` to every text of a schema that is written for readers (titles, descriptions, comments) and
 * leaves names, patterns and values alone, because changing those changes what the tool takes. Gives back the
 * same object when nothing changed. `path` starts with a slash and names the keywords on the way; it is made when it is
 * asked for.
 */
export function cleanSchemaTexts(
  schema: JsonSchema,
  clean: (text: string, path: () => string) => string,
): JsonSchema {
  const steps: (string | number)[] = []
  const path = (): string => steps.map((step) => `/${step}`).join('')
  return cleanSchema(schema, { steps, clean: (text) => clean(text, path) }) as JsonSchema
}

interface Cleaning {
  /** The way to where the walk is at. */
  readonly steps: (string | number)[]
  readonly clean: (text: string) => string
}

function cleanSchema(value: JsonValue, cleaning: Cleaning): JsonValue {
  const { steps, clean } = cleaning
  if (Array.isArray(value)) {
    return mapItems(value, (item, i) => {
      steps.push(i)
      const cleaned = cleanSchema(item, cleaning)
      steps.pop()
      return cleaned
    })
  }
  if (!isJsonObject(value)) return value
  return mapMembers(value, steps, (member, item) => {
    const kind = SCHEMA_KEYWORDS.get(member)
    if (kind === 'data') return item
    if (kind === 'text') return typeof item === 'string' ? clean(item) : item
    // A member that is no keyword may hold anything, texts for readers too.
    if (kind !== 'schemaMap' || !isJsonObject(item)) return cleanSchema(item, cleaning)
    return mapMembers(item, steps, (_name, named) => cleanSchema(named, cleaning))
  })
}

function mapItems(items: readonly JsonValue[], map: (item: JsonValue, i: number) => JsonValue): JsonValue {
  const mapped = items.map(map)
  return mapped.every((item, i) => item === items[i]) ? items : Object.freeze(mapped)
}

function mapMembers(
  source: { readonly [member: string]: JsonValue },
  steps: (string | number)[],
  map: (member: string, item: JsonValue) => JsonValue,
): JsonValue {
  let copy: Record<string, JsonValue> | undefined
  for (const member of Object.keys(source)) {
    const item = source[member] as JsonValue
    steps.push(member)
    const mapped = map(member, item)
    steps.pop()
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
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['dependentSchemas', 'schemaMap'],
  // Before 2019-09: schemas, and lists of names in place of some.
  ['dependencies', 'schemaMap'],
  ['properties', 'schemaMap'],
  ['patternProperties', 'schemaMap'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['prefixItems', 'schemas'],
  ['items', 'schemaOrSchemas'],
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['contentSchema', 'schema'],
  ['$defs', 'schemaMap'],
  ['definitions', 'schemaMap'],
  ['default', 'data'],
  ['const', 'data'],
  ['enum', 'data'],
  ['examples', 'data'],
  ['required', 'data'],
  ['dependentRequired', 'data'],
  ['title', 'text'],
  ['description', 'text'],
  ['$comment', 'text'],
])
