import type { JsonObject, ToolResult } from '@toolscout/model'

/** Runs a custom tool. */
export interface CustomHandler {
  /** Arguments it has places for. */
  readonly places: readonly string[]
  readonly run: (args: JsonObject, call: { readonly signal: AbortSignal }) => Promise<ToolResult>
}
