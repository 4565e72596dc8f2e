import { APPLICATORS, ASSERTIONS } from './keywords.ts'

/** Annotations: no check of a value depends on them. */
const TOLD = new Set(['title', 'description', '$comment', 'default', 'examples', 'deprecated', 'readOnly'])
/** Keywords that check a value by themselves; a pattern has to be compiled first. */
const CHECKED = new Set([
  ...['type', 'enum', 'format', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
])
/** Keywords whose schemas are read here, in the form that all dialects give the same meaning. */
const HOLDING = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
const DIALECTS = new Set([
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
      if (depth > 0 || typeof value !== 'string' || !DIALECTS.has(value)) return false
    } else if (!TOLD.has(keyword) || !isData(value, left)) return false
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
