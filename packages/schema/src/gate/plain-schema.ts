import type { JsonValue } from '@toolscout/model'
import { APPLICATORS, ASSERTIONS, REFERENCES } from './keywords.ts'

/** How a keyword of a plain schema is read; any keyword beside these is an annotation, and holds data. */
type Reading = 'schema' | 'schemas' | 'schemaMap' | 'check' | 'pattern' | 'dialect' | 'reference' | 'strange'

/** Keywords whose schemas are read here, in the form that all dialects give the same meaning. */
const HOLDING = 'properties items additionalProperties propertyNames anyOf oneOf allOf not $defs definitions'
const HELD = new Set(HOLDING.split(' '))
/** Keywords that change what others mean, or that dialects read in their own ways. */
const STRANGE =
  '$id $anchor $dynamicAnchor $recursiveAnchor dependencies additionalItems dependentRequired'.split(' ')

const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ...[...ASSERTIONS.keys()].map((keyword) => [keyword, 'check'] as const),
  ...[...APPLICATORS].map(
    ([keyword, { kind }]) => [keyword, HELD.has(keyword) ? (kind as Reading) : 'strange'] as const,
  ),
  ...[...REFERENCES.keys(), ...STRANGE].map((keyword) => [keyword, 'strange'] as const),
  ['items', 'schema'],
  ['$ref', 'reference'],
  ['$schema', 'dialect'],
  ['pattern', 'pattern'],
])
const PLAIN_DIALECTS: ReadonlySet<unknown> = new Set([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
])
/**
 * Patterns of characters, escapes and short classes, some of them repeated, all of which the linear engine runs. Whether
 * the bounds of a repeat are in order shows by their number of digits.
 */
const PLAIN_PATTERN =
  /^\^?(?:(?:[\w :@/,%#&=~-]|\\[dws.+/-]|\[(?:a-z|A-Z|0-9|1-9|a-f|A-F|[\w.:@/+, ])+-?\])(?:[+*?]|\{(?:1,[1-9]\d?|[2-9],[1-9]\d|[1-9]\d?,?)\})?)+\$?$/
const MAX_PATTERN_LENGTH = 40
/** A definition of the schema itself; those that refer on are not plain. */
const PLAIN_REFERENCE = /^#\/(\$defs|definitions)\/([\w.-]+)$/
/**
 * Far inside `SCHEMA_LIMITS`: a text unit takes at most six bytes, another value at most 30; a repeated character of a
 * pattern comes to at most 99; and a reference costs at most as much as all of the schema.
 */
const MOST = { values: 450, units: 30_000, patterns: 5, references: 20 }
const MAX_DEPTH = 24

interface Walk {
  readonly root: JsonObjectLike
  /** What is left of {@link MOST}. */
  readonly left: { [what in keyof typeof MOST]: number }
  isInDefinition: boolean
}
type JsonObjectLike = { readonly [member: string]: unknown }

/**
 * Whether a schema is one of the small and simple ones that nearly all tools have, of which it is plain that the gate
 * lets them pass and every keyword is checked. `false` says nothing about the schema, which then has to be read.
 */
export function isPlainSchema(schema: unknown): boolean {
  try {
    return isObject(schema) && isPlain(schema, 0, { root: schema, left: { ...MOST }, isInDefinition: false })
  } catch {
    return false
  }
}

function isPlain(schema: unknown, depth: number, walk: Walk): boolean {
  if (depth > MAX_DEPTH || !takes(walk, 0)) return false
  if (!isObject(schema)) return typeof schema === 'boolean'
  const keywords = Object.keys(schema)
  for (let i = 0; i < keywords.length; i += 1) {
    const keyword = keywords[i] as string
    const value = schema[keyword]
    if (!takes(walk, keyword.length)) return false
    switch (READINGS.get(keyword)) {
      case undefined:
        if (!isData(value, depth, walk)) return false
        break
      case 'check':
        if (!isData(value, depth, walk) || ASSERTIONS.get(keyword)?.(value as JsonValue) !== true)
          return false
        break
      case 'schema':
        if (!isPlain(value, depth + 1, walk)) return false
        break
      case 'schemas':
        if (!Array.isArray(value) || value.length === 0) return false
        for (const item of value) if (!isPlain(item, depth + 1, walk)) return false
        break
      case 'schemaMap':
        if (!arePlain(value, depth, walk, keyword === '$defs' || keyword === 'definitions')) return false
        break
      case 'pattern':
        if (!isPlainPattern(value, walk)) return false
        break
      case 'reference':
        if (!isPlainReference(value, walk)) return false
        break
      case 'dialect':
        if (depth > 0 || !PLAIN_DIALECTS.has(value)) return false
        break
      case 'strange':
        return false
    }
  }
  return true
}

/** Whether all schemas of a map are plain. */
function arePlain(value: unknown, depth: number, walk: Walk, areDefinitions: boolean): boolean {
  if (!isObject(value)) return false
  const outer = walk.isInDefinition
  walk.isInDefinition ||= areDefinitions
  const names = Object.keys(value)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as string
    if (name === '__proto__' || !takes(walk, name.length)) return false
    if (!isPlain(value[name], depth + 1, walk)) return false
  }
  walk.isInDefinition = outer
  return true
}

function isPlainPattern(value: unknown, { left }: Walk): boolean {
  left.patterns -= 1
  if (left.patterns < 0 || typeof value !== 'string' || value.length > MAX_PATTERN_LENGTH) return false
  return PLAIN_PATTERN.test(value)
}

function isPlainReference(value: unknown, { root, left, isInDefinition }: Walk): boolean {
  left.references -= 1
  if (isInDefinition || left.references < 0 || typeof value !== 'string') return false
  const [, definitions = '', name = ''] = PLAIN_REFERENCE.exec(value) ?? []
  const all = root[definitions]
  if (!isObject(all) || !Object.hasOwn(all, name)) return false
  return typeof all[name] === 'boolean' || isObject(all[name])
}

/** A scalar, or a list or an object of data. */
function isData(value: unknown, depth: number, walk: Walk): boolean {
  if (!takes(walk, typeof value === 'string' ? value.length : 0) || depth > MAX_DEPTH) return false
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) {
    for (const item of value) if (!isData(item, depth + 1, walk)) return false
    return true
  }
  if (!isObject(value)) return false
  for (const name of Object.keys(value)) {
    if (!takes(walk, name.length) || !isData(value[name], depth + 1, walk)) return false
  }
  return true
}

/** Takes one value and some units of text off what is left; false when there is not so much. */
function takes({ left }: Walk, units: number): boolean {
  left.values -= 1
  left.units -= units
  return left.values >= 0 && left.units >= 0
}

function isObject(value: unknown): value is JsonObjectLike {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
