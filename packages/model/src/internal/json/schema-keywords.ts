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
