import type { JsonValue } from '@toolscout/model'
import { APPLICATORS, ASSERTIONS } from './keywords.ts'

/** Annotations: no check of a value depends on them. */
const ANNOTATIONS = new Set('title description $comment default examples deprecated readOnly'.split(' '))
/** Keywords that check a value by themselves; a pattern has to be compiled first. */
const CHECKED = new Set([
  ...'type enum format required minimum maximum exclusiveMinimum exclusiveMaximum'.split(' '),
  ...'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties'.split(' '),
])
/** Keywords whose schemas are read here, in the form that all dialects give the same meaning. */
const HOLDING = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
const PLAIN_DIALECTS: ReadonlySet<unknown> = new Set([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
])
/** Far inside `SCHEMA_LIMITS`: a text unit takes at most six bytes, another value at most 30. */
const MOST = { values: 450, units: 30_000 }
const MAX_DEPTH = 24

type Left = typeof MOST

/**
 * Whether a schema is one of the small and simple ones that nearly all tools have, of which it is plain that the gate
 * lets them pass and every keyword is checked. `false` says nothing about the schema, which then has to be read.
 */
export function isPlainSchema(schema: unknown): boolean {
  try {
    return isObject(schema) && isPlain(schema, 0, { ...MOST })
  } catch {
    return false
  }
}

function isPlain(schema: unknown, depth: number, left: Left): boolean {
  if (depth > MAX_DEPTH || !takes(left, 0)) return false
  if (!isObject(schema)) return typeof schema === 'boolean'
  return Object.entries(schema).every(([keyword, value]) => {
    if (!takes(left, keyword.length)) return false
    if (HOLDING.has(keyword)) return holdsPlain(keyword, value, depth, left)
    if (keyword === '$schema') return depth === 0 && PLAIN_DIALECTS.has(value)
    if (!isData(value, left)) return false
    return CHECKED.has(keyword) ? ASSERTIONS.get(keyword)?.(value) === true : ANNOTATIONS.has(keyword)
  })
}

function holdsPlain(keyword: string, value: unknown, depth: number, left: Left): boolean {
  const isPlainItem = (item: unknown): boolean => isPlain(item, depth + 1, left)
  const kind = APPLICATORS.get(keyword)?.kind
  if (kind === 'schemas') return Array.isArray(value) && value.length > 0 && value.every(isPlainItem)
  if (kind !== 'schemaMap') return isPlainItem(value)
  const isPlainMember = ([name, item]: [string, unknown]): boolean =>
    name !== '__proto__' && takes(left, name.length) && isPlainItem(item)
  return isObject(value) && Object.entries(value).every(isPlainMember)
}

/** A scalar, or a list of scalars. */
function isData(value: unknown, left: Left): value is JsonValue {
  if (!takes(left, typeof value === 'string' ? value.length : 0)) return false
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && isData(item, left))
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
}

/** Takes one value and some units of text off what is left; false when there is not so much. */
function takes(left: Left, units: number): boolean {
  left.values -= 1
  left.units -= units
  return left.values >= 0 && left.units >= 0
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
