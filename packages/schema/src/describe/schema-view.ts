import type { JsonObject, JsonValue } from '@toolscout/model'
import { canonicalJson, isJsonObject, pointerTokens, valueAt } from '@toolscout/model/internal'
import { type JsonBounds, readJson } from '../gate/gate.ts'
import { REFERENCES, TYPES } from '../gate/keywords.ts'

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

/** Reads schemas of one document, each once. Never throws, and never walks into members or items. */
export type SchemaViewer = (schema: JsonValue) => SchemaView

type MembersOf = (members: JsonObject) => ReadonlyMap<string, JsonValue>

const NO_PROPERTIES: ReadonlyMap<string, JsonValue> = new Map()
const NO_NAMES: ReadonlySet<string> = new Set()
// Most schemas one view merges; beyond this the rest says nothing. Two or three are usual.
const MAX_MERGED = 64

/** Creates a viewer that has not looked at anything yet. */
export function createSchemaViewer(document: JsonValue): SchemaViewer {
  const views = new Map<JsonValue, SchemaView>()
  // Many schemas may refer to one with thousands of members; those are gathered once.
  const memberMaps = new Map<JsonObject, ReadonlyMap<string, JsonValue>>()
  const membersOf: MembersOf = (members) => {
    const known = memberMaps.get(members) ?? new Map(Object.entries(members))
    memberMaps.set(members, known)
    return known
  }
  return (schema) => {
    const known = views.get(schema)
    if (known !== undefined) return known
    const view = createView(document, schema, membersOf)
    views.set(schema, view)
    return view
  }
}

function createView(document: JsonValue, schema: JsonValue, membersOf: MembersOf): SchemaView {
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
    properties: mergeProperties(sources, membersOf),
    required: mergeRequired(sources),
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
  for (const keyword of REFERENCES.keys()) {
    const ref = schema[keyword]
    if (typeof ref !== 'string' || !ref.startsWith('#')) continue
    const tokens = pointerTokens(safeDecode(ref.slice(1)))
    names.push(tokens.at(-1) ?? '')
    isNever = collect(document, valueAt(document, tokens) ?? true, sources, names) || isNever
  }
  for (const part of asList(schema.allOf) ?? []) {
    if (sources.length >= MAX_MERGED) break
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
      if (merged === undefined) {
        merged = own
        continue
      }
      const allowed = new Set(own.map(canonicalJson))
      merged = merged.filter((value) => allowed.has(canonicalJson(value)))
    }
  }
  return merged
}

function mergeProperties(sources: readonly JsonObject[], membersOf: MembersOf): SchemaView['properties'] {
  const lists = sources.map(({ properties }) => properties).filter(isJsonObject)
  const [first] = lists
  if (first === undefined) return NO_PROPERTIES
  if (lists.length === 1) return membersOf(first)
  const merged = new Map<string, JsonValue>()
  for (const list of lists) {
    for (const [name, schema] of membersOf(list)) {
      const known = merged.get(name)
      merged.set(name, known === undefined ? schema : { allOf: [known, schema] })
    }
  }
  return merged
}

function mergeRequired(sources: readonly JsonObject[]): SchemaView['required'] {
  const lists = sources.map(({ required }) => texts(required)).filter((names) => names.length > 0)
  return lists.length === 0 ? NO_NAMES : new Set(lists.flat())
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

// As much as a tool definition may weigh at all; more is not described.
const READABLE: JsonBounds = Object.freeze({ maxBytes: 4_194_304, maxDepth: 64, maxNodes: 100_000 })

/** A schema as plain JSON for reading; `true`, which says nothing, for what is no JSON or beyond all bounds. */
export function readableSchema(schema: unknown): JsonValue {
  const reading = readJson(schema, READABLE)
  return reading.ok ? reading.json : true
}

/** The JSON type of a value. */
export function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
