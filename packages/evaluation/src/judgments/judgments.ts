import type { ToolDefinition } from '@toolscout/model'

/** A tool of a catalog that is measured, with the id judgments and runs know it by. */
export interface CatalogTool extends ToolDefinition {
  readonly id: string
}

/** A question, and which tools answer it. */
export interface JudgedQuery {
  readonly id: string
  readonly text: string
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
