import { isJsonObject, quote } from '@toolscout/model/internal'
import { InvalidSchemaError, UnsafeSchemaError } from '../errors.ts'
import { APPLICATORS } from './keywords.ts'
import { type JsonReading, readJson } from './read-json.ts'
import { readSchema } from './read-schema.ts'
import { tooMany } from './schema-draft.ts'
import {
  ownSteps,
  type SchemaDialect,
  type SchemaGraph,
  type SchemaNode,
  type UncheckedKeyword,
} from './schema-graph.ts'
import { SCHEMA_LIMITS, type SchemaLimits } from './schema-limits.ts'

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
 */
export function checkSchema(schema: unknown): SchemaCheck {
  return passGate(schema).check
}

/** As {@link checkSchema}, and gives the schema as it was read. */
export function passGate(
  schema: unknown,
  limits: SchemaLimits = SCHEMA_LIMITS,
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

/**
 * The most steps any schema of the graph needs for one place of a value: its own and those of all schemas it
 * applies to the same value, every reference followed each time it is used (members and items are other places
 * and do not count). Every schema is visited once, so a chain of references that doubles n times costs n to
 * judge and not 2^n.
 *
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` with reason `ref-cycle` when a schema applies itself to the same
 * value, which would never end, and with reason `cost` beyond `maxCost`.
 */
function placeCost(graph: SchemaGraph, maxCost: number): number {
  const costs = new Map<SchemaNode, number | 'open'>()
  const visit = (node: SchemaNode): number => {
    const known = costs.get(node)
    if (known === 'open') throw cycle(node)
    if (known !== undefined) return known
    costs.set(node, 'open')
    let cost = ownSteps(node)
    for (const { keyword, target } of node.edges) {
      if (appliesToSameValue(keyword)) cost += visit(target)
    }
    if (cost > maxCost) throw tooCostly(node, maxCost, cost)
    costs.set(node, cost)
    return cost
  }
  return graph.nodes.reduce((most, node) => Math.max(most, visit(node)), 0)
}

/** Whether a keyword applies its schemas to the same value, not to a part of it. */
function appliesToSameValue(keyword: string): boolean {
  return keyword === '$ref' || APPLICATORS.get(keyword)?.place === 'same'
}

function cycle(node: SchemaNode): UnsafeSchemaError {
  return new UnsafeSchemaError(
    `The schema at ${quote(node.pointer)} applies itself to the same value again and again.`,
    { reason: 'ref-cycle', path: node.pointer },
  )
}

function tooCostly(node: SchemaNode, limit: number, found: number): UnsafeSchemaError {
  return new UnsafeSchemaError(
    `Checking one value against the schema at ${quote(node.pointer)} takes ${found} steps or more; ${limit} are allowed.`,
    { reason: 'cost', path: node.pointer, limit, found },
  )
}
