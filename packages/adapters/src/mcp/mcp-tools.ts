import type { Exposure, ToolResult } from '@toolscout/model'
import type { ServedTool } from '@toolscout/model/internal'
import { rememberFor, type SessionCallOptions, type SessionOptions, ToolSession } from '../tool-session.ts'

/** Tools of an exposure as MCP writes them, for hosts that speak MCP without a server in between. */
export interface McpTools {
  /**
   * What `tools/list` gives: what the model may see now. What a search found comes behind what was there. The same array,
   * frozen, while nothing changed.
   */
  readonly tools: () => ServedTool[]
  /** What `tools/call` gives. Never rejects. */
  readonly call: (
    params: { readonly name: string; readonly arguments?: unknown },
    options?: SessionCallOptions,
  ) => Promise<ToolResult>
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** How the tools want to be used. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation in MCP's own words. To serve tools to other programs there is `@toolscout/gateway`.
 *
 * @throws TypeError for an unknown option.
 */
export function createMcpTools(exposure: Exposure, options: SessionOptions = {}): McpTools {
  const session = new ToolSession(exposure, options)
  const toTools = rememberFor((active: readonly ServedTool[]): ServedTool[] => {
    const tools = [...active]
    Object.freeze(tools)
    return tools
  })
  return Object.freeze({
    tools: () => toTools(session.active()),
    call: ({ name, arguments: args = {} }, callOptions) => session.call(name, args, callOptions),
    unlocked: session.unlocked,
    instructions: session.instructions,
  } satisfies McpTools)
}
