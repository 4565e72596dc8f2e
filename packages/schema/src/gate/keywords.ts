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

/** Annotations: no check of a value depends on them. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  '$comment',
  'default',
  'examples',
  'deprecated',
  'readOnly',
])
/** Keywords that check a value by themselves; a pattern has to be compiled first. */
const CHECKED = new Set([
  ...['type', 'enum', 'format', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
])
/** Keywords whose schemas are read here, in the form that all dialects give the same meaning. */
const HOLDING = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
const PLAIN_DIALECTS = new Set([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
])
/** All far inside `SCHEMA_LIMITS`: a text unit takes at most six bytes, another value at most 30. */
const MOST = { values: 1_000, units: 30_000, schemas: 200, names: 100, depth: 24 } as const

/**
 * Whether a schema is one of the small and simple ones that nearly all tools have, of which it is plain that the gate
 * lets them pass and every keyword is checked. `false` says nothing about the schema, which then has to be read.
 */
export function isPlainSchema(schema: unknown): boolean {
  const left = { values: MOST.values, units: MOST.units, schemas: MOST.schemas }
  try {
    return isObject(schema) && isPlain(schema, 0, left)
  } catch {
    return false
  }
}

interface Left {
  values: number
  units: number
  schemas: number
}

function isPlain(schema: unknown, depth: number, left: Left): boolean {
  left.schemas -= 1
  left.values -= 1
  if (depth > MOST.depth || left.schemas < 0 || left.values < 0 || left.units < 0) return false
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  for (const keyword of Object.keys(schema)) {
    const value: unknown = schema[keyword]
    left.units -= keyword.length
    if (HOLDING.has(keyword)) {
      if (!holdsPlain(keyword, value, depth, left)) return false
    } else if (CHECKED.has(keyword)) {
      if (!isData(value, left)) return false
      if (keyword === 'required' && (value as readonly unknown[]).length > MOST.names) return false
      if (ASSERTIONS.get(keyword)?.accepts(value) !== true) return false
    } else if (keyword === '$schema') {
      if (depth > 0 || typeof value !== 'string' || !PLAIN_DIALECTS.has(value)) return false
    } else if (!ANNOTATIONS.has(keyword) || !isData(value, left)) return false
  }
  return true
}

function holdsPlain(keyword: string, value: unknown, depth: number, left: Left): boolean {
  switch (APPLICATORS.get(keyword)?.kind) {
    case 'schemaMap':
      if (!isObject(value)) return false
      left.values -= 1
      for (const name of Object.keys(value)) {
        left.units -= name.length
        if (name === '__proto__' || !isPlain(value[name], depth + 1, left)) return false
      }
      return true
    case 'schemas':
      left.values -= 1
      return Array.isArray(value) && value.length > 0 && value.every((item) => isPlain(item, depth + 1, left))
    default:
      return isPlain(value, depth + 1, left)
  }
}

/** A scalar, or a list of scalars. */
function isData(value: unknown, left: Left): value is string | number | boolean | null | readonly never[] {
  left.values -= 1
  if (left.values < 0) return false
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && isData(item, left))
  if (typeof value === 'string') {
    left.units -= value.length
    return left.units >= 0
  }
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
