import type { JsonObject } from '../internal/json/json.ts'
import type { ToolResult } from '../result/tool-result.ts'
import type { ToolAnnotations, ToolClient, ToolIcon, ToolProgress } from '../tool/tool.ts'

/** A tool as it is served (MCP `Tool`). */
export interface ServedTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
  readonly icons?: readonly ToolIcon[]
  readonly _meta?: JsonObject
}

/** One call of a served tool. */
export interface ServedCall {
  /** On whose behalf; `''` for no principal. */
  readonly principal: string
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Who called, for tools that talk back. */
  readonly client?: ToolClient | undefined
  /** Whatever tells conversations apart: the calls of one share it. Default: the identity of the client. */
  readonly conversation?: object | undefined
}

/**
 * What a model is shown of a catalog, and what its calls mean. What an implementation owes:
 *
 * - `list` depends on the catalog, the policy and the principal alone, never on earlier calls, and keeps its order.
 * - `call` never rejects; a name that is not listed is a result with `isError` and `error: 'TOOL_NOT_FOUND'` in its
 *   `structuredContent`.
 * - With a `deferral`, what is listed beyond what it shows can be called all the same.
 */
export interface Exposure {
  /** How the whole wants to be used, for a model to read. */
  readonly instructions: () => string | undefined
  readonly list: (principal: string) => readonly ServedTool[]
  readonly call: (name: string, args: unknown, call: ServedCall) => Promise<ToolResult>
  /** Whether `list` changes when the catalog does. */
  readonly followsCatalog: boolean
  /** Whether it shows all that servers have, so that resources and prompts belong to it as well. Default false. */
  readonly showsAll?: boolean
  /** Which of the listed tools a model need not see before it searched for them. Absent: it sees them all. */
  readonly deferral?: Deferral
}

/** How tools that are listed may be kept from a model until a search found them. */
export interface Deferral {
  /** Name of the tool that searches. */
  readonly search: string
  /** Names of the tools that are shown from the beginning, `search` among them. */
  readonly shown: (principal: string) => ReadonlySet<string>
  /** Names of the tools a result of the search found, best first; none for any other result. */
  readonly found: (result: ToolResult, principal: string) => readonly string[]
}
