import { InvalidJsonError, type JsonValue } from '@toolscout/model'
import { copyBareJson, isJsonObject, quote, utf8Length } from '@toolscout/model/internal'
import { InvalidSchemaError, UnsafeSchemaError } from '../errors.ts'
import type { SchemaGraph, SchemaNode } from './keywords.ts'
import { APPLICATORS, ownSteps } from './keywords.ts'
import { readSchema } from './read-schema.ts'
import { tooMany } from './schema-draft.ts'
import { SCHEMA_LIMITS, type SchemaLimits } from './schema-limits.ts'

/** Bounds on a value that is read. All are inclusive. */
export interface JsonBounds {
  /** UTF-8 bytes of the value as JSON text without white space. */
  readonly maxBytes: number
  /** Nesting levels; a scalar has depth 0, `{}` has depth 1. */
  readonly maxDepth: number
  /** Values of any kind, members and items counted one by one. */
  readonly maxNodes: number
}

/** A value that was read, or why it was not. */
export type JsonReading =
  /** A frozen copy whose objects have no prototype, so that every name in them is their own. */
  | { readonly ok: true; readonly json: JsonValue }
  | {
      readonly ok: false
      readonly reason: 'not-json' | 'bytes' | 'depth' | 'nodes'
      /** JSON pointer to where reading stopped. */
      readonly path: string
    }

const REASONS = { kind: 'not-json', maxLength: 'bytes', maxDepth: 'depth', maxNodes: 'nodes' } as const

/**
 * Copies a value as JSON would carry it: members that are `undefined` are left out and `toJSON` is asked, as
 * `JSON.stringify` does; every other kind of value is no JSON. A member named `__proto__` is a member like any
 * other. Never throws and never walks further than the bounds allow.
 */
export function readJson(value: unknown, { maxBytes, maxDepth, maxNodes }: JsonBounds): JsonReading {
  try {
    const json = copyBareJson(value, { maxLength: maxBytes, maxDepth, maxNodes })
    const isWithin = utf8Length(JSON.stringify(json)) <= maxBytes
    return isWithin ? { ok: true, json } : { ok: false, reason: 'bytes', path: '' }
  } catch (error) {
    // A getter or a `toJSON` that throws has no JSON to give.
    if (!(error instanceof InvalidJsonError)) return { ok: false, reason: 'not-json', path: '' }
    return { ok: false, reason: REASONS[error.details.reason], path: error.details.path }
  }
}

/**
 * Decides whether a schema may be compiled at all, without compiling it, and gives it as it was read. Linear in the
 * schema, stops at the first limit, never fetches and never changes anything.
 *
 * @throws InvalidSchemaError `INVALID_SCHEMA` when the value is no JSON object and no boolean.
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` when it passes a limit, refers to nothing, or would never end.
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA` for dialects other than draft-07, 2019-09 and 2020-12.
 * @throws ExternalRefError `EXTERNAL_REF` for a reference out of the schema.
 */
export function passGate(schema: unknown, limits: SchemaLimits = SCHEMA_LIMITS): SchemaGraph {
  const reading = readJson(schema, limits)
  if (!reading.ok) throw refusal(reading, limits)
  const { json } = reading
  if (typeof json !== 'boolean' && !isJsonObject(json)) {
    throw new InvalidSchemaError(`${quote(schema)} is no JSON Schema; it must be an object or a boolean.`, '')
  }
  const graph = readSchema(json, limits)
  const found = graph.nodes.reduce((sum, node) => sum + node.assertions.size + node.edges.length, 0)
  if (found > limits.maxKeywords) throw tooMany('keywords', '', { limit: limits.maxKeywords, found })
  checkCost(graph, limits.maxCost)
  return graph
}

function refusal(reading: JsonReading & { readonly ok: false }, limits: SchemaLimits): Error {
  const { reason, path } = reading
  if (reason === 'not-json') return new InvalidSchemaError(`The schema is no JSON at ${quote(path)}.`, path)
  const limit = { bytes: limits.maxBytes, depth: limits.maxDepth, nodes: limits.maxNodes }[reason]
  return tooMany(reason, path, { limit, found: limit + 1 })
}

/**
 * Bounds the steps any schema of the graph needs for one place of a value: its own and those of all schemas it
 * applies to the same value, every reference followed each time it is used (members and items are other places
 * and do not count). Every schema is visited once, so a chain of references that doubles n times costs n to
 * judge and not 2^n.
 *
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` with reason `ref-cycle` when a schema applies itself to the same
 * value, which would never end, and with reason `cost` beyond `maxCost`.
 */
function checkCost(graph: SchemaGraph, maxCost: number): void {
  const costs = new Map<SchemaNode, number | 'open'>()
  const visit = (node: SchemaNode): number => {
    const known = costs.get(node)
    if (known === 'open') throw cycle(node)
    if (known !== undefined) return known
    costs.set(node, 'open')
    let cost = ownSteps(node)
    for (const { keyword, target } of node.edges) {
      const isSameValue =
        keyword === '$ref' || keyword === '$dynamicRef' || APPLICATORS.get(keyword)?.place === 'same'
      if (isSameValue) cost += visit(target)
    }
    if (cost > maxCost) throw tooCostly(node, maxCost, cost)
    costs.set(node, cost)
    return cost
  }
  for (const node of graph.nodes) visit(node)
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
