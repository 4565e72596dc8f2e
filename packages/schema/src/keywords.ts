import { isJsonObject, type JsonValue } from '@toolscout/model'
import { DIALECTS, type SchemaDialect } from './dialect.ts'

/** How a keyword holds schemas: one, a list of them, or a map from names to them. */
export type SchemaShape = 'one' | 'list' | 'map'

/** What a keyword that holds schemas applies them to. */
export interface Applicator {
  readonly shape: SchemaShape
  /** `same`: the value itself. `child`: members or items of it. `nowhere`: they are only kept for references. */
  readonly place: 'same' | 'child' | 'nowhere'
  readonly since: SchemaDialect
}

/** A keyword that checks a value by itself. */
export interface Assertion {
  readonly since: SchemaDialect
  /** Whether the keyword has a value it can work with. */
  readonly accepts: (value: JsonValue) => boolean
}

/** The seven types of JSON Schema. */
export const TYPES: readonly string[] = Object.freeze([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
])

const SINCE_07 = 'draft-07'
const SINCE_19 = '2019-09'
const SINCE_20 = '2020-12'

const same = (shape: SchemaShape, since: SchemaDialect = SINCE_07): Applicator => ({
  shape,
  place: 'same',
  since,
})
const child = (shape: SchemaShape, since: SchemaDialect = SINCE_07): Applicator => ({
  shape,
  place: 'child',
  since,
})
const kept: Applicator = { shape: 'map', place: 'nowhere', since: SINCE_07 }

/**
 * Every keyword that holds schemas. `items` as a list, `additionalItems` and `dependencies` have a shape of their
 * own and are read in `read-schema.ts`. Names come from foreign schemas, so this is a map and not an object.
 */
export const APPLICATORS: ReadonlyMap<string, Applicator> = new Map([
  ['allOf', same('list')],
  ['anyOf', same('list')],
  ['oneOf', same('list')],
  ['not', same('one')],
  ['if', same('one')],
  ['then', same('one')],
  ['else', same('one')],
  ['dependentSchemas', same('map', SINCE_19)],
  ['properties', child('map')],
  ['patternProperties', child('map')],
  ['additionalProperties', child('one')],
  ['unevaluatedProperties', child('one', SINCE_19)],
  ['propertyNames', child('one')],
  ['prefixItems', child('list', SINCE_20)],
  ['items', child('one')],
  ['unevaluatedItems', child('one', SINCE_19)],
  ['contains', child('one')],
  ['$defs', kept],
  ['definitions', kept],
])

/** Keywords that refer to a schema elsewhere, and the dialects that know them. */
export const REFERENCES: ReadonlyMap<string, readonly SchemaDialect[]> = new Map([
  ['$ref', DIALECTS],
  ['$dynamicRef', ['2020-12']],
  ['$recursiveRef', ['2019-09']],
])

const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0
const isText = (value: JsonValue): boolean => typeof value === 'string'
const areTexts = (value: JsonValue): boolean => Array.isArray(value) && value.every(isText)
const isType = (value: JsonValue): boolean => typeof value === 'string' && TYPES.includes(value)
const since = (dialect: SchemaDialect, accepts: Assertion['accepts']): Assertion => ({
  since: dialect,
  accepts,
})

/**
 * Every keyword that checks a value by itself, and what its own value must look like (JSON Schema Validation
 * 2020-12, section 6). An empty `enum` is legal there but says nothing a caller could satisfy, and generators
 * write it where they mean "not known yet".
 */
export const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  [
    'type',
    since(SINCE_07, (value) =>
      Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value),
    ),
  ],
  ['enum', since(SINCE_07, (value) => Array.isArray(value) && value.length > 0)],
  ['const', since(SINCE_07, () => true)],
  ['multipleOf', since(SINCE_07, (value) => isNumber(value) && (value as number) > 0)],
  ['maximum', since(SINCE_07, isNumber)],
  ['exclusiveMaximum', since(SINCE_07, isNumber)],
  ['minimum', since(SINCE_07, isNumber)],
  ['exclusiveMinimum', since(SINCE_07, isNumber)],
  ['maxLength', since(SINCE_07, isCount)],
  ['minLength', since(SINCE_07, isCount)],
  ['pattern', since(SINCE_07, isText)],
  ['format', since(SINCE_07, isText)],
  ['maxItems', since(SINCE_07, isCount)],
  ['minItems', since(SINCE_07, isCount)],
  ['uniqueItems', since(SINCE_07, (value) => typeof value === 'boolean')],
  ['maxContains', since(SINCE_19, isCount)],
  ['minContains', since(SINCE_19, isCount)],
  ['maxProperties', since(SINCE_07, isCount)],
  ['minProperties', since(SINCE_07, isCount)],
  ['required', since(SINCE_07, areTexts)],
  [
    'dependentRequired',
    since(SINCE_19, (value) => isJsonObject(value) && Object.values(value).every(areTexts)),
  ],
])

/** Whether a dialect knows a keyword. Newer dialects keep what older ones had; older ones ignore what is newer. */
export function isKnownIn(dialect: SchemaDialect, keyword: { readonly since: SchemaDialect }): boolean {
  return DIALECTS.indexOf(dialect) >= DIALECTS.indexOf(keyword.since)
}
