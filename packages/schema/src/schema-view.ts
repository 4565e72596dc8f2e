import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '@toolscout/model'
import { TYPES } from './keywords.ts'
import { pointerTokens, valueAt } from './pointer.ts'

/**
 * What a schema says about a value, with local references followed and `allOf` merged. Only for reading: what is
 * malformed, external or unresolvable says nothing.
 */
export interface SchemaView {
  /** The types a value may have; empty when any type will do. */
  readonly types: readonly string[]
  /** The only values allowed, from `enum` or `const`; `undefined` when others are too. */
  readonly values: readonly JsonValue[] | undefined
  /** True when nothing is allowed. */
  readonly isNever: boolean
  readonly properties: ReadonlyMap<string, JsonValue>
  readonly required: ReadonlySet<string>
  /** What members without a name of their own must be; `undefined` when nothing is said. */
  readonly additional: JsonValue | undefined
  readonly prefixItems: readonly JsonValue[]
  readonly items: JsonValue | undefined
  /** The lists of `anyOf` and `oneOf`, each one a choice of its own. */
  readonly unions: readonly (readonly JsonValue[])[]
  readonly title: string | undefined
  readonly description: string | undefined
  readonly format: string | undefined
  readonly default: JsonValue | undefined
  /** Every schema object that was looked at, to tell when a schema contains itself. */
  readonly sources: readonly JsonObject[]
  /** The last step of the outermost reference, such as the name of a definition. */
  readonly refName: string | undefined
}

/** Most schemas one view merges; beyond this the rest says nothing. Two or three are usual. */
const MAX_MERGED = 64

/** Reads one schema of a document. Never throws, and never walks into members or items. */
export function viewSchema(document: JsonValue, schema: JsonValue): SchemaView {
  const sources: JsonObject[] = []
  const names: string[] = []
  const isNever = collect(document, schema, sources, names)
  const first = <Value>(read: (source: JsonObject) => Value | undefined): Value | undefined => {
    for (const source of sources) {
      const found = read(source)
      if (found !== undefined) return found
    }
    return undefined
  }
  const text = (keyword: string): string | undefined =>
    first((source) => (typeof source[keyword] === 'string' ? source[keyword] : undefined))
  const items = first((source) => source.items)
  const tuple = Array.isArray(items) ? items : first((source) => asList(source.prefixItems))
  return {
    types: mergeTypes(sources),
    values: mergeValues(sources),
    isNever,
    properties: mergeProperties(sources),
    required: new Set(sources.flatMap((source) => texts(source.required))),
    additional: first((source) => source.additionalProperties),
    prefixItems: tuple ?? [],
    items: Array.isArray(items) ? first((source) => source.additionalItems) : items,
    unions: sources.flatMap((source) =>
      [asList(source.anyOf), asList(source.oneOf)].filter((list) => list !== undefined),
    ),
    title: text('title'),
    description: text('description'),
    format: text('format'),
    default: first((source) => source.default),
    sources,
    refName: names[0],
  }
}

/** Gathers a schema, what it refers to and what it joins with `allOf`, nearest first; true when one is `false`. */
function collect(document: JsonValue, schema: JsonValue, sources: JsonObject[], names: string[]): boolean {
  if (schema === false) return true
  if (!isJsonObject(schema) || sources.includes(schema) || sources.length >= MAX_MERGED) return false
  sources.push(schema)
  let isNever = false
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = schema[keyword]
    if (typeof ref !== 'string' || !ref.startsWith('#')) continue
    const tokens = pointerTokens(safeDecode(ref.slice(1)))
    names.push(tokens.at(-1) ?? '')
    isNever = collect(document, valueAt(document, tokens) ?? true, sources, names) || isNever
  }
  for (const part of asList(schema.allOf) ?? []) {
    isNever = collect(document, part, sources, names) || isNever
  }
  return isNever
}

function mergeTypes(sources: readonly JsonObject[]): readonly string[] {
  let merged: readonly string[] | undefined
  for (const source of sources) {
    const own = (typeof source.type === 'string' ? [source.type] : texts(source.type)).filter((type) =>
      TYPES.includes(type),
    )
    if (own.length === 0) continue
    const nullable = source.nullable === true && !own.includes('null') ? [...own, 'null'] : own
    merged = merged === undefined ? [...new Set(nullable)] : merged.filter((type) => nullable.includes(type))
  }
  return merged ?? []
}

function mergeValues(sources: readonly JsonObject[]): readonly JsonValue[] | undefined {
  let merged: readonly JsonValue[] | undefined
  for (const source of sources) {
    for (const own of [asList(source.enum), source.const === undefined ? undefined : [source.const]]) {
      if (own === undefined || own.length === 0) continue
      merged =
        merged === undefined ? own : merged.filter((value) => own.some((other) => jsonEquals(value, other)))
    }
  }
  return merged
}

function mergeProperties(sources: readonly JsonObject[]): ReadonlyMap<string, JsonValue> {
  const merged = new Map<string, JsonValue>()
  for (const { properties } of sources) {
    if (!isJsonObject(properties)) continue
    for (const [name, schema] of Object.entries(properties)) {
      const known = merged.get(name)
      merged.set(name, known === undefined ? schema : { allOf: [known, schema] })
    }
  }
  return merged
}

function asList(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function texts(value: JsonValue | undefined): readonly string[] {
  return (asList(value) ?? []).filter((item) => typeof item === 'string')
}

function safeDecode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
