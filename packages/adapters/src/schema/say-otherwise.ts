import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { BOUNDS } from './current-dialect.ts'
import { typesOf, without, writeTypes } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'
import type { SchemaSubset } from './schema-subset.ts'

/** Rewrites one schema, whose inner schemas are rewritten already, in other words of the subset. */
type Rewrite = (schema: JsonObject, work: Rewriting) => JsonObject

interface Rewriting {
  readonly subset: SchemaSubset
  readonly takes: (keyword: string) => boolean
  readonly report: ReportLoss
  readonly path: string
}

/** Whether a subset takes a keyword. */
export function takesKeyword({ keywords }: SchemaSubset, keyword: string): boolean {
  return keywords === 'all' || keywords.has(keyword)
}

/**
 * What one schema says, without its inner ones, in keywords of a subset. What cannot be said in them is left out and
 * reported.
 */
export function sayOtherwise(
  schema: JsonObject,
  subset: SchemaSubset,
  path: string,
  report: ReportLoss,
): JsonObject {
  const work: Rewriting = { subset, takes: (keyword) => takesKeyword(subset, keyword), report, path }
  return REWRITES.reduce((now, rewrite) => rewrite(now, work), schema)
}

const REWRITES: readonly Rewrite[] = [
  constAsEnum,
  oneOfAsAnyOf,
  tupleAsList,
  exclusiveAsBound,
  plainEnum,
  onlyTaken,
]

function constAsEnum(schema: JsonObject, { takes }: Rewriting): JsonObject {
  if (schema.const === undefined || takes('const')) return schema
  return { ...without(schema, 'const'), enum: [schema.const] }
}

function oneOfAsAnyOf(schema: JsonObject, { takes, report, path }: Rewriting): JsonObject {
  if (!Array.isArray(schema.oneOf) || takes('oneOf') || schema.anyOf !== undefined) return schema
  const types = schema.oneOf.flatMap((branch) => (isJsonObject(branch) ? typesOf(branch) : []))
  // Branches of one type each, all different, cannot fit at once.
  if (types.length < schema.oneOf.length || new Set(types).size < types.length)
    report(path, 'oneOf', 'said as anyOf, which lets several fit')
  return { ...without(schema, 'oneOf'), anyOf: schema.oneOf }
}

function tupleAsList(schema: JsonObject, { takes, report, path }: Rewriting): JsonObject {
  if (!Array.isArray(schema.prefixItems) || takes('prefixItems')) return schema
  const { prefixItems, items } = schema
  const rest = items === undefined || items === false ? [] : [items]
  const distinct = [
    ...new Map([...prefixItems, ...rest].map((item) => [JSON.stringify(item), item])).values(),
  ]
  const [only, ...others] = distinct
  if (others.length > 0) report(path, 'prefixItems', 'said as a list of any of them, in any order')
  return {
    ...without(schema, 'prefixItems', 'items'),
    items: only !== undefined && others.length === 0 ? only : { anyOf: distinct },
    ...(items === false && schema.maxItems === undefined ? { maxItems: prefixItems.length } : {}),
  }
}

function exclusiveAsBound(schema: JsonObject, { takes, report, path }: Rewriting): JsonObject {
  let now = schema
  for (const { exclusive, bound, step } of BOUNDS) {
    const limit = now[exclusive]
    if (typeof limit !== 'number' || takes(exclusive) || !takes(bound)) continue
    const isWhole = typesOf(now).every((type) => type !== 'number') && Number.isInteger(limit)
    if (!isWhole) report(path, exclusive, 'said as a bound that belongs to what is allowed')
    const said = isWhole ? limit + step : limit
    const other = now[bound]
    const pick = step > 0 ? Math.max : Math.min
    now = { ...without(now, exclusive), [bound]: typeof other === 'number' ? pick(other, said) : said }
  }
  return now
}

function plainEnum(schema: JsonObject, { subset, report, path }: Rewriting): JsonObject {
  const { enum: values } = schema
  if (!Array.isArray(values) || subset.enumValues === 'any') return schema
  const kinds = ['string', 'number', ...(subset.enumValues === 'scalar' ? ['boolean'] : [])]
  const isPlain = (value: JsonValue): boolean => value === null || kinds.includes(typeof value)
  const types = [...new Set(values.map(typeName))]
  if (values.every(isPlain)) {
    // Null is no text and no number; a type of its own says it.
    const said = subset.enumValues === 'scalar' ? values : values.filter((value) => value !== null)
    if (said.length === 0) return { ...without(schema, 'enum'), type: 'null' }
    return { ...schema, ...(schema.type === undefined ? { type: writeTypes(types) } : {}), enum: said }
  }
  const isBoth = values.length === 2 && types.length === 1 && types[0] === 'boolean'
  if (!isBoth) report(path, 'enum', `values of these types cannot be listed: ${types.join(', ')}`)
  return { ...without(schema, 'enum'), ...(schema.type === undefined ? { type: writeTypes(types) } : {}) }
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Keywords whose words serve readers of schemas and say nothing to a model. */
const SILENT: readonly string[] = ['$schema', '$comment', '$id', '$anchor', '$defs', 'definitions']

function onlyTaken(schema: JsonObject, { subset, takes, report, path }: Rewriting): JsonObject {
  const refused = Object.keys(schema).filter((keyword) => {
    if (!takes(keyword)) {
      if (!SILENT.includes(keyword)) report(path, keyword, `${subset.name} does not take it`)
      return true
    }
    if (keyword !== 'format' || subset.formats === 'all' || subset.formats.has(String(schema.format)))
      return false
    report(path, keyword, `${subset.name} does not know this format`)
    return true
  })
  return without(schema, ...refused)
}
