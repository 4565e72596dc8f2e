import type { JsonObject, JsonValue } from '@toolscout/model'
import {
  isJsonObject,
  quote,
  SCHEMA_KEYWORDS,
  type SchemaKeywordKind,
  truncate,
} from '@toolscout/model/internal'
import { shownPointer, UnsupportedSchemaError } from '../errors.ts'

/** The dialects of JSON Schema that are read, oldest first. */
export type SchemaDialect = 'draft-07' | '2019-09' | '2020-12'

/** Oldest first, so that "since" can be compared by place. */
const DIALECTS: readonly SchemaDialect[] = Object.freeze(['draft-07', '2019-09', '2020-12'])

/** What a schema without `$schema` is read as: the default MCP names, and the newest. */
const DEFAULT_DIALECT: SchemaDialect = '2020-12'

const URIS: ReadonlyMap<string, SchemaDialect> = new Map([
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
])

/**
 * The dialect a schema names with `$schema`, in its `http` or `https` form, with or without an empty fragment.
 *
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA` for every other `$schema`, older drafts included.
 */
export function dialectOf(schema: JsonValue): SchemaDialect {
  const named = isJsonObject(schema) ? schema.$schema : undefined
  if (named === undefined) return DEFAULT_DIALECT
  const uri = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : ''
  const dialect = URIS.get(uri)
  if (dialect !== undefined) return dialect
  throw new UnsupportedSchemaError(
    `The schema is written in ${quote(named)}; draft-07, 2019-09 and 2020-12 are read. Leave $schema out or use one of these.`,
    truncate(typeof named === 'string' ? named : JSON.stringify(named), 200),
  )
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

/** Keywords that are younger than draft-07, with the dialect that brought them. */
const SINCE: ReadonlyMap<string, SchemaDialect> = new Map([
  ['dependentSchemas', '2019-09'],
  ['unevaluatedProperties', '2019-09'],
  ['unevaluatedItems', '2019-09'],
  ['maxContains', '2019-09'],
  ['minContains', '2019-09'],
  ['dependentRequired', '2019-09'],
  ['prefixItems', '2020-12'],
])

/** Whether a dialect knows a keyword. Newer dialects keep what older ones had; older ones ignore what is newer. */
export function isKnownIn(dialect: SchemaDialect, keyword: string): boolean {
  return DIALECTS.indexOf(dialect) >= DIALECTS.indexOf(SINCE.get(keyword) ?? 'draft-07')
}

/** What a keyword that holds schemas applies them to. */
export interface Applicator {
  /** How it holds them. */
  readonly kind: SchemaKeywordKind
  /** `same`: the value itself. `child`: members or items of it. `nowhere`: they are only kept for references. */
  readonly place: 'same' | 'child' | 'nowhere'
}

/**
 * The keywords that hold schemas, in the words of 2020-12. `items` as a list, `additionalItems` and `dependencies` are
 * read as what 2020-12 calls them, in `read-schema.ts`.
 */
export const APPLICATORS: ReadonlyMap<string, Applicator> = new Map([
  ...applicators('same', 'allOf anyOf oneOf not if then else dependentSchemas'),
  ...applicators('child', 'properties patternProperties additionalProperties unevaluatedProperties'),
  ...applicators('child', 'propertyNames prefixItems items unevaluatedItems contains'),
  ...applicators('nowhere', '$defs definitions'),
])

function applicators(
  place: Applicator['place'],
  keywords: string,
): readonly (readonly [string, Applicator])[] {
  return keywords
    .split(' ')
    .map((keyword) => [keyword, { kind: SCHEMA_KEYWORDS.get(keyword) ?? 'schema', place }])
}

/** Keywords that refer to a schema elsewhere, and the dialects that know them. */
export const REFERENCES: ReadonlyMap<string, readonly SchemaDialect[]> = new Map([
  ['$ref', DIALECTS],
  ['$dynamicRef', ['2020-12']],
  ['$recursiveRef', ['2019-09']],
])

/** Whether a keyword has a value it can work with. */
type Accepts = (value: JsonValue) => boolean

const isNumber: Accepts = (value) => typeof value === 'number'
const isPositive: Accepts = (value) => typeof value === 'number' && value > 0
const isCount: Accepts = (value) => Number.isInteger(value) && (value as number) >= 0
const isFlag: Accepts = (value) => typeof value === 'boolean'
const isText: Accepts = (value) => typeof value === 'string'
const areTexts: Accepts = (value) => Array.isArray(value) && value.every(isText)
const areNameLists: Accepts = (value) => isJsonObject(value) && Object.values(value).every(areTexts)
const isType: Accepts = (value) => typeof value === 'string' && TYPES.includes(value)
const areTypes: Accepts = (value) =>
  Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)
const areValues: Accepts = (value) => Array.isArray(value) && value.length > 0

/**
 * Every keyword that checks a value by itself, and what its own value must look like (JSON Schema Validation
 * 2020-12, section 6). An empty `enum` is legal there but says nothing a caller could satisfy, and generators
 * write it where they mean "not known yet".
 */
export const ASSERTIONS: ReadonlyMap<string, Accepts> = new Map([
  ['type', areTypes],
  ['enum', areValues],
  ['const', () => true],
  ['multipleOf', isPositive],
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'].map((name) => [name, isNumber] as const),
  ...['maxLength', 'minLength', 'maxItems', 'minItems'].map((name) => [name, isCount] as const),
  ...['maxContains', 'minContains', 'maxProperties', 'minProperties'].map((name) => [name, isCount] as const),
  ['pattern', isText],
  ['format', isText],
  ['uniqueItems', isFlag],
  ['required', areTexts],
  ['dependentRequired', areNameLists],
])

/**
 * Steps to apply one schema to one value, without the schemas it applies in turn: one, and one for each name it
 * looks for. The values of an `enum` are found in a set and weigh nothing.
 */
export function ownSteps(node: SchemaNode): number {
  return 1 + countNames(node.assertions)
}

/** Names in `required` and `dependentRequired`. */
export function countNames(assertions: ReadonlyMap<string, JsonValue>): number {
  const required = (assertions.get('required') ?? []) as readonly JsonValue[]
  const dependent = Object.values((assertions.get('dependentRequired') ?? {}) as JsonObject)
  return dependent.reduce<number>(
    (sum, names) => sum + 1 + (names as readonly JsonValue[]).length,
    required.length,
  )
}

/** One schema inside a schema. */
export interface SchemaNode {
  /** Place in {@link SchemaGraph.nodes}. */
  readonly index: number
  /** JSON pointer to it in the document. */
  readonly pointer: string
  /** The resource it is in, a part of the document with an `$id` of its own; 0 is the whole. */
  readonly resource: number
  /** The schema as written. */
  readonly source: JsonObject | boolean
  /** The keywords that check a value by themselves, well-formed and in the words of 2020-12. */
  readonly assertions: ReadonlyMap<string, JsonValue>
  /**
   * The schemas it applies or keeps, in the words of 2020-12. References are edges with the keyword `$ref`; one that
   * means another schema depending on the way in has an edge `$dynamicRef` for each, keyed by resource, its default first.
   */
  readonly edges: readonly SchemaEdge[]
  /** Keywords that were left out because they are malformed. */
  readonly omitted: ReadonlySet<string>
}

/** How one schema uses another. */
export interface SchemaEdge {
  readonly keyword: string
  /** The member or the position, for keywords that hold several schemas. */
  readonly key: string | number | undefined
  readonly target: SchemaNode
}

/** A schema, read: every schema in it once, every reference resolved. Whatever its dialect, it speaks 2020-12. */
export interface SchemaGraph {
  readonly dialect: SchemaDialect
  readonly document: JsonValue
  readonly root: SchemaNode
  readonly nodes: readonly SchemaNode[]
  readonly refs: number
  /** What the reading left out, in document order. */
  readonly unchecked: readonly UncheckedKeyword[]
}

/** A part of a schema, or of one check of a value, that was not applied. */
export interface UncheckedKeyword {
  /** JSON pointer to the schema that has the keyword, spelled and cut as in an issue; empty for the root. */
  readonly path: string
  /** The keyword; empty when the whole value was left unchecked. */
  readonly keyword: string
  /**
   * `pattern`: not a pattern the linear engine runs. `malformed`: the keyword's own value is none it can have.
   * `depends`: another unchecked keyword would make this one refuse values that fit. `work`: checking the value takes
   * more steps than allowed.
   */
  readonly reason: 'pattern' | 'malformed' | 'depends' | 'work'
  /** A sentence for people. */
  readonly message: string
}

/** Makes an entry of what was not applied. Frozen. */
export function uncheckedKeyword(found: UncheckedKeyword): UncheckedKeyword {
  return Object.freeze({ ...found, path: shownPointer(found.path) })
}
