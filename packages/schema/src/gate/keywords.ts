import type { JsonValue } from '@toolscout/model'
import { isJsonObject, SCHEMA_KEYWORDS, type SchemaKeywordKind } from '@toolscout/model/internal'
import { DIALECTS, type SchemaDialect } from './schema-graph.ts'

/** What a keyword that holds schemas applies them to. */
export interface Applicator {
  /** How it holds them. */
  readonly kind: SchemaKeywordKind
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

/**
 * The keywords that hold schemas, in the words of 2020-12. `items` as a list, `additionalItems` and `dependencies` are
 * read as what 2020-12 calls them, in `read-schema.ts`.
 */
export const APPLICATORS: ReadonlyMap<string, Applicator> = new Map([
  applicator('allOf', 'same'),
  applicator('anyOf', 'same'),
  applicator('oneOf', 'same'),
  applicator('not', 'same'),
  applicator('if', 'same'),
  applicator('then', 'same'),
  applicator('else', 'same'),
  applicator('dependentSchemas', 'same', SINCE_19),
  applicator('properties', 'child'),
  applicator('patternProperties', 'child'),
  applicator('additionalProperties', 'child'),
  applicator('unevaluatedProperties', 'child', SINCE_19),
  applicator('propertyNames', 'child'),
  applicator('prefixItems', 'child', SINCE_20),
  applicator('items', 'child'),
  applicator('unevaluatedItems', 'child', SINCE_19),
  applicator('contains', 'child'),
  applicator('$defs', 'nowhere'),
  applicator('definitions', 'nowhere'),
])

function applicator(
  keyword: string,
  place: Applicator['place'],
  since: SchemaDialect = SINCE_07,
): readonly [string, Applicator] {
  return [keyword, { kind: SCHEMA_KEYWORDS.get(keyword) ?? 'schema', place, since }]
}

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
