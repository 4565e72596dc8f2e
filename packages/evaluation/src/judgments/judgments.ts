import type { ToolDefinition } from '@toolscout/model'
import { from, requireInteger } from '../statistics/numbers.ts'

/** A tool of a catalog that is measured, with the id judgments and runs know it by. */
export interface CatalogTool extends ToolDefinition {
  readonly id: string
}

/** A question, and which tools answer it. */
export interface JudgedQuery {
  readonly id: string
  readonly text: string
  /** What sort of question it is, such as `foreign`; absent where the set does not say. Reports may group by it. */
  readonly kind?: string
  /** Gain by tool id, all above 0; empty when no tool of the catalog answers the question. */
  readonly relevance: ReadonlyMap<string, number>
}

/** A catalog with judged questions. Frozen. */
export interface Judgments {
  /** How the set is called in reports. */
  readonly name: string
  readonly tools: readonly CatalogTool[]
  readonly queries: readonly JudgedQuery[]
  /**
   * Judgments that name a query or a tool there is none of, each as `file:line: what`; usually a misspelling.
   * A missing tool stays in the ideal ranking of its query, so that it counts as not found.
   */
  readonly notices: readonly string[]
}

/** At most `count` of the items, evenly spread over the list, in its order. */
export function sampleEvenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as Item)
}

/**
 * The same set with at most `limit` queries, evenly spread over all, for a quick look.
 *
 * @throws RangeError when the limit is no integer of 1 or more.
 */
export function sampleQueries(judgments: Judgments, limit: number): Judgments {
  requireInteger('limit', limit, from(1))
  return Object.freeze({ ...judgments, queries: sampleEvenly(judgments.queries, limit) })
}
