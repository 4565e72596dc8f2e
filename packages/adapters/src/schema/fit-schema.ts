import type { JsonObject } from '@toolscout/model'
import { isJsonObject, sha256 } from '@toolscout/model/internal'
import { type ClosedObjects, closeObjects } from './close-objects.ts'
import { refersToOldWords, toCurrentDialect } from './current-dialect.ts'
import { inlineReferences } from './inline-references.ts'
import { mapSubschemas } from './map-subschemas.ts'
import { mergeAllOf, withPlainRoot } from './merge-all-of.ts'
import { sayOtherwise, takesKeyword } from './say-otherwise.ts'
import { createLossList, type ReportLoss, type SchemaLoss } from './schema-loss.ts'
import { FRAMEWORK_SCHEMA, type SchemaSubset } from './schema-subset.ts'
import { withUsedDefinitions } from './used-definitions.ts'

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
  if (subset === FRAMEWORK_SCHEMA)
    return Object.freeze({ schema: withUsedDefinitions(schema), losses: Object.freeze([]) })
  const list = createLossList(tool, base)
  const fitted = fit(schema, subset, list.report)
  const closed =
    subset.objects === 'open'
      ? undefined
      : closeObjects(fitted, { strict: subset.objects === 'strict', report: list.report })
  const refused = closed === undefined ? undefined : refusal(subset, closed)
  return Object.freeze({
    schema: withMemberNames(closed?.schema ?? fitted, subset),
    losses: list.losses(),
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
