import type { ToolClient } from '../contracts/exposure.ts'
import type { JsonObject } from '../internal/json/json.ts'

/** How far a call has come (MCP `notifications/progress`). */
export interface ToolProgress {
  /** Grows with every report. */
  readonly progress: number
  /** What `progress` will be at the end, where that is known. */
  readonly total?: number
  readonly message?: string
}

/** What a handler may use beside the arguments. Members are named as in the AI SDK, so that its tools run here. */
export interface ToolCallContext {
  /** Aborted when the caller gives up or the deadline passes. */
  readonly signal: AbortSignal
  /** The same signal, by the AI SDK's name for it. */
  readonly abortSignal: AbortSignal
  /** Tells calls apart: the caller's id of this call, else a random one. */
  readonly toolCallId: string
  /** The conversation that led to the call, as far as the caller handed it on; else empty. */
  readonly messages: readonly unknown[]
  /** Tells the caller how far the call has come, if he wants to know. */
  readonly progress: (progress: ToolProgress) => void
  /** Who called, where that is an MCP client that can be talked to. */
  readonly client?: ToolClient | undefined
  /** On whose behalf the tool is called, where that is known. */
  readonly principal?: string | undefined
}

/**
 * Runs a tool in this process. The arguments fit the tool's schema and are a copy of the handler's own: it may
 * change them. What it gives back, or what its promise resolves to, becomes the result, see {@link toToolResult};
 * what it throws becomes a result with `isError`, see {@link errorResult}.
 */
export type ToolHandler<Arguments = JsonObject> = (args: Arguments, context: ToolCallContext) => unknown

/** Any function that can run a tool, whatever it says of its arguments; {@link defineTool} checks what it says. */
export type AnyToolHandler = (...args: never[]) => unknown
