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
