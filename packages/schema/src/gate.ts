import { isJsonObject, quote } from '@toolscout/model/internal'
import type { SchemaDialect } from './dialect.ts'
import { InvalidSchemaError } from './errors.ts'
import { type JsonReading, readJson } from './read-json.ts'
import { readSchema } from './read-schema.ts'
import { placeCost } from './schema-cost.ts'
import { tooMany } from './schema-draft.ts'
import type { SchemaGraph } from './schema-graph.ts'
import { completeLimits, type SchemaLimits } from './schema-limits.ts'
import type { UncheckedKeyword } from './unchecked-keyword.ts'

/** What the gate measured, in the units of {@link SchemaLimits}. */
export interface SchemaCheck {
  readonly dialect: SchemaDialect
  readonly bytes: number
  readonly depth: number
  readonly nodes: number
  readonly subschemas: number
  readonly keywords: number
  readonly refs: number
  readonly cost: number
  /** Keywords that no check of a value will apply, because they are malformed or ambiguous. */
  readonly unchecked: readonly UncheckedKeyword[]
}

/**
 * Decides whether a schema may be compiled at all, without compiling it. Linear in the schema, stops at the
 * first limit, never fetches and never changes anything.
 *
 * @throws InvalidSchemaError `INVALID_SCHEMA` when the value is no JSON object and no boolean.
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` when it passes a limit, refers to nothing, or would never end.
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA` for dialects other than draft-07, 2019-09 and 2020-12.
 * @throws ExternalRefError `EXTERNAL_REF` for a reference out of the schema.
 * @throws RangeError for a limit that is no integer of 0 or more, TypeError for an unknown one.
 */
export function checkSchema(schema: unknown, limits: Partial<SchemaLimits> = {}): SchemaCheck {
  return passGate(schema, completeLimits(limits)).check
}

/** As {@link checkSchema}, and gives the schema as it was read. */
export function passGate(
  schema: unknown,
  limits: SchemaLimits,
): { readonly graph: SchemaGraph; readonly check: SchemaCheck } {
  const reading = readJson(schema, limits)
  if (!reading.ok) throw refusal(reading, limits)
  const { json, bytes, depth, nodes } = reading
  if (typeof json !== 'boolean' && !isJsonObject(json)) {
    throw new InvalidSchemaError(`${quote(schema)} is no JSON Schema; it must be an object or a boolean.`, '')
  }
  const graph = readSchema(json, limits)
  const { dialect, refs, unchecked } = graph
  const subschemas = graph.nodes.length
  const keywords = graph.nodes.reduce((sum, node) => sum + node.assertions.size + node.edges.length, 0)
  if (keywords > limits.maxKeywords) {
    throw tooMany('keywords', '', { limit: limits.maxKeywords, found: keywords })
  }
  const cost = placeCost(graph, limits.maxCost)
  const check = { dialect, bytes, depth, nodes, subschemas, keywords, refs, cost, unchecked }
  return { graph, check: Object.freeze(check) }
}

function refusal(reading: JsonReading & { readonly ok: false }, limits: SchemaLimits): Error {
  const { reason, path, found } = reading
  if (reason === 'not-json') {
    return new InvalidSchemaError(
      `The schema holds ${quote(found)} at ${quote(path)}, which is no JSON.`,
      path,
    )
  }
  const limit = { bytes: limits.maxBytes, depth: limits.maxDepth, nodes: limits.maxNodes }[reason]
  return tooMany(reason, path, { limit, found: limit + 1 })
}
