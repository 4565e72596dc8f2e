import type { JsonObject, JsonValue } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { UnsafeSchemaError } from './errors.ts'
import { APPLICATORS } from './keywords.ts'
import type { SchemaGraph, SchemaNode } from './schema-graph.ts'

/**
 * Steps to apply one schema to one value, without the schemas it applies in turn: one, and one for each name it
 * looks for. The values of an `enum` are found in a set and weigh nothing.
 */
export function ownSteps(node: SchemaNode): number {
  return 1 + countNames(node.assertions)
}

/** Names in `required` and `dependentRequired`. */
export function countNames(assertions: ReadonlyMap<string, JsonValue>): number {
  const required = (assertions.get('required') ?? []) as readonly JsonValue[]
  const dependent = Object.values((assertions.get('dependentRequired') ?? {}) as JsonObject)
  return dependent.reduce<number>(
    (sum, names) => sum + 1 + (names as readonly JsonValue[]).length,
    required.length,
  )
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
export function placeCost(graph: SchemaGraph, maxCost: number): number {
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

/** Whether a keyword applies its schemas to the very value it stands for. */
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
