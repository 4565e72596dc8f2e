import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens, sha256 } from '@toolscout/model/internal'
import { asWritten } from './as-written.ts'
import { orNull, refersToOldWords, toCurrentDialect } from './current-dialect.ts'
import { inlineReferences, pointerOf } from './inline-references.ts'
import { listOf, mapSubschemas, typesOf, without } from './map-subschemas.ts'
import { mergeAllOf, withPlainRoot } from './merge-all-of.ts'
import { sayOtherwise, takesKeyword } from './say-otherwise.ts'
import { createLossList, type ReportLoss, type SchemaLoss } from './schema-loss.ts'
import { FRAMEWORK_SCHEMA, type SchemaSubset } from './schema-subset.ts'

/** A schema as a provider takes it. */
export interface FittedSchema {
  readonly schema: JsonObject
  readonly losses: readonly SchemaLoss[]
  /** Why the subset cannot hold this schema at all; then `schema` is nothing to send. */
  readonly refused?: string
}

/**
 * Writes a schema in the words of a subset, by itself and whatever else there is: the same schema gives the same bytes.
 * What the subset refuses is said otherwise where that means the same, else left out and told as a loss.
 */
export function fitSchema(
  schema: JsonObject,
  subset: SchemaSubset,
  tool: string,
  base = '/inputSchema',
): FittedSchema {
  const whole = subset === FRAMEWORK_SCHEMA ? withUsedDefinitions(schema) : asWritten(schema, subset)
  if (whole !== undefined && subset.objects === 'open')
    return Object.freeze({ schema: whole, losses: Object.freeze([]) })
  const { report, losses } = createLossList(tool, base)
  const fitted = whole ?? fit(schema, subset, report)
  const closed = subset.objects === 'open' ? undefined : closeObjects(fitted, subset, report)
  const refused = closed && refusal(subset, closed)
  const written = closed?.schema ?? fitted
  return Object.freeze({
    schema: whole === undefined ? withMemberNames(written, subset) : written,
    losses: losses(),
    ...(refused === undefined ? {} : { refused }),
  })
}

function fit(given: JsonObject, subset: SchemaSubset, report: ReportLoss): JsonObject {
  // Where references stay, the words they lead through have to stay as well.
  const inlined =
    subset.references && !refersToOldWords(given)
      ? withUsedDefinitions(given)
      : inlineReferences(given, report)
  const current = toCurrentDialect(inlined)
  const joined = takesKeyword(subset, 'allOf') ? current : mergeAllOf(current, '', report)
  const rooted = withPlainRoot(joined, report)
  return subset.keywords === 'all' ? rooted : inWords(rooted, subset, '', report)
}

function inWords(schema: JsonObject, subset: SchemaSubset, path: string, report: ReportLoss): JsonObject {
  const inner = mapSubschemas(schema, path, (sub, at, keyword) => {
    if (sub === true && keyword !== 'additionalProperties') return {}
    // Members that are never allowed are not told.
    if (sub === false && keyword === 'properties') return undefined
    // Losses inside an omitted schema need no report of their own.
    const isRead = takesKeyword(subset, keyword) || ['oneOf', 'prefixItems', 'allOf'].includes(keyword)
    return isJsonObject(sub) && isRead ? inWords(sub, subset, at, report) : sub
  })
  return sayOtherwise(inner, subset, path, report)
}

function refusal({ limits, name }: SchemaSubset, { maps: [map], size }: ClosedObjects): string | undefined {
  if (map !== undefined) return `${name} has no objects with any members, such as the one at ${map}`
  const over = (['members', 'depth', 'enumValues'] as const).find(
    (what) => size[what] > (limits?.[what] ?? Infinity),
  )
  return over && `${name} takes at most ${limits?.[over]} (${over}), this has ${size[over]}`
}

/** A schema whose members have names a provider takes. */
function withMemberNames(schema: JsonObject, subset: SchemaSubset): JsonObject {
  const { memberName } = subset
  if (memberName === undefined) return schema
  const spelled = (name: string): string => spellMember(name, memberName)
  const rename = (given: JsonObject): JsonObject => {
    const inner = mapSubschemas(given, '', (sub) => (isJsonObject(sub) ? rename(sub) : sub))
    if (!isJsonObject(inner.properties)) return inner
    const entries = Object.entries(inner.properties)
    if (entries.every(([name]) => memberName.test(name))) return inner
    const properties = Object.fromEntries(entries.map(([name, sub]) => [spelled(name), sub]))
    if (!Array.isArray(inner.required)) return { ...inner, properties }
    const required = inner.required.map((name) => (typeof name === 'string' ? spelled(name) : name))
    return { ...inner, properties, required }
  }
  return rename(schema)
}

/** A name of a member as a provider takes it; the same for the same name, and another for another. */
export function spellMember(name: string, legal: RegExp): string {
  if (legal.test(name)) return name
  return `${name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 48)}_${sha256(name).slice(0, 8)}`
}

/** What {@link closeObjects} gives. */
interface ClosedObjects {
  readonly schema: JsonObject
  /** Where an object may have any members, so that closing it would leave nothing to give. */
  readonly maps: readonly string[]
  /** Members, levels and listed values. */
  readonly size: { readonly members: number; readonly depth: number; readonly enumValues: number }
}

/**
 * A schema whose objects have the members they name and no others. `strict`: each of them is required, and takes null
 * where it was not.
 */
function closeObjects(schema: JsonObject, { objects }: SchemaSubset, report: ReportLoss): ClosedObjects {
  const maps: string[] = []
  const size = { members: 0, depth: 0, enumValues: 0 }
  const close = (given: JsonObject, path: string, outer: number): JsonObject => {
    const members = isJsonObject(given.properties) ? Object.keys(given.properties) : []
    const depth = members.length > 0 ? outer + 1 : outer
    size.members += members.length
    size.depth = Math.max(size.depth, depth)
    size.enumValues += listOf(given, 'enum').length
    const inner = mapSubschemas(given, path, (sub, at, keyword) =>
      isJsonObject(sub) && keyword !== 'additionalProperties' ? close(sub, at, depth) : sub,
    )
    if (!typesOf(inner).includes('object') && !isJsonObject(inner.properties)) return inner
    const { additionalProperties: more } = inner
    const isOpen = more !== undefined && more !== false
    if (isOpen) report(path, 'additionalProperties', 'members without a name of their own cannot be given')
    if (members.length === 0 && (isOpen || (more === undefined && path !== ''))) maps.push(path)
    const properties = isJsonObject(inner.properties) ? inner.properties : {}
    return objects === 'strict'
      ? { ...inner, required: members, properties: allGiven(inner, properties), additionalProperties: false }
      : { ...inner, properties, additionalProperties: false }
  }
  return { schema: close(schema, '', 0), maps, size }
}

/** Members of which those that may be left out may be null instead. */
function allGiven(schema: JsonObject, members: JsonObject): JsonObject {
  const required = listOf(schema, 'required')
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      required.includes(name) || !isJsonObject(member) ? member : orNull(without(member, 'default')),
    ]),
  )
}

const HOLDERS = ['$defs', 'definitions'] as const

/**
 * A schema with those of its definitions that something in it refers to. Servers made of API descriptions often give every
 * tool all of them. Where references name anchors or other documents, all stay.
 */
function withUsedDefinitions(schema: JsonObject): JsonObject {
  if (!HOLDERS.some((holder) => isJsonObject(schema[holder]))) return schema
  const used = new Set<JsonValue>()
  const waiting: JsonValue[] = [without(schema, ...HOLDERS)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const ref of refsIn(next)) {
      const pointer = pointerOf(ref)
      if (pointer === undefined) return schema
      const [holder = '', name = ''] = pointerTokens(pointer)
      const definitions = HOLDERS.some((known) => known === holder) ? schema[holder] : undefined
      const target = isJsonObject(definitions) ? definitions[name] : undefined
      if (target === undefined || used.has(target)) continue
      used.add(target)
      waiting.push(target)
    }
  }
  const kept: Record<string, JsonValue> = { ...schema }
  for (const holder of HOLDERS) {
    const definitions = schema[holder]
    if (!isJsonObject(definitions)) continue
    const entries = Object.entries(definitions).filter(([, definition]) => used.has(definition))
    if (entries.length > 0) kept[holder] = Object.fromEntries(entries)
    else delete kept[holder]
  }
  return kept
}

/** Every reference in a value; what only looks like one, in an example, keeps a definition too many. */
function refsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isJsonObject(value)) return []
  const own = [value.$ref, value.$dynamicRef].filter((ref) => typeof ref === 'string')
  return [...own, ...Object.values(value).flatMap(refsIn)]
}
