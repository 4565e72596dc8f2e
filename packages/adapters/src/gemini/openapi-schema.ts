import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { mapSubschemas } from '../schema/map-subschemas.ts'
import type { ReportLoss } from '../schema/schema-loss.ts'
import { listOf, typesOf, without } from '../schema/types-of.ts'

/** Keywords that say something of values of one type alone. */
const KEYWORDS_OF: { readonly [type: string]: readonly string[] } = {
  string: ['enum', 'format', 'pattern', 'minLength', 'maxLength'],
  number: ['format', 'minimum', 'maximum'],
  integer: ['format', 'minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
  boolean: [],
}
/** Numbers of 64 bits, which are texts in the JSON of Google's interfaces. */
const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']

/**
 * Writes a schema, in the words of `GEMINI_OPENAPI_SCHEMA`, in the spelling of the Gemini API's own `Schema`: one type in
 * capitals, `nullable`, counts as texts. Several types become `anyOf`.
 */
export function toOpenApiSchema(schema: JsonObject, report: ReportLoss, path = ''): JsonObject {
  const inner = mapSubschemas(schema, path, (sub, at) =>
    isJsonObject(sub) ? toOpenApiSchema(sub, report, at) : sub,
  )
  const counted = Object.fromEntries(
    Object.entries(inner).map(([keyword, value]) => [
      keyword,
      COUNTS.includes(keyword) && typeof value === 'number' ? String(value) : value,
    ]),
  )
  return withType(withoutNull(counted), report, path)
}

/** A choice that has null in it is one of the others that may be null. */
function withoutNull(schema: JsonObject): JsonObject {
  const branches = listOf(schema, 'anyOf')
  const others = branches.filter((branch) => !isJsonObject(branch) || branch.type !== 'NULL')
  if (others.length === branches.length || others.length === 0) return schema
  const [only] = others
  const rest = without(schema, 'anyOf')
  return others.length === 1 && isJsonObject(only)
    ? { ...only, ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true }
}

function withType(schema: JsonObject, report: ReportLoss, path: string): JsonObject {
  // What came out of a choice is spelled already.
  if (typeof schema.type === 'string' && schema.type === schema.type.toUpperCase()) return schema
  const types = typesOf(schema)
  const named = types.filter((type) => type !== 'null')
  const plain = without(schema, 'type')
  const nullable = types.length > named.length && named.length > 0 ? { nullable: true } : {}
  const [only] = named
  if (named.length === 1 && only !== undefined) return { type: only.toUpperCase(), ...plain, ...nullable }
  if (types.length > 0 && only === undefined) return { type: 'NULL', ...plain }
  if (schema.anyOf !== undefined) {
    if (named.length > 0) report(path, 'type', 'left to the branches of anyOf')
    return { ...plain, ...nullable }
  }
  if (named.length > 1) {
    const branches = named.map((type): JsonValue => ({ type: type.toUpperCase(), ...pick(plain, type) }))
    return { ...without(plain, ...Object.values(KEYWORDS_OF).flat()), ...nullable, anyOf: branches }
  }
  return { type: guessType(schema, report, path), ...plain }
}

function pick(schema: JsonObject, type: string): JsonObject {
  const own = KEYWORDS_OF[type] ?? []
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => own.includes(keyword)))
}

/** The API wants a type of everything. */
function guessType(schema: JsonObject, report: ReportLoss, path: string): string {
  if (schema.properties !== undefined) return 'OBJECT'
  if (schema.items !== undefined) return 'ARRAY'
  if (schema.enum !== undefined) return 'STRING'
  report(path, 'type', 'anything is said as a text, since a type is needed')
  return 'STRING'
}
