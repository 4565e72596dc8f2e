import type { JsonObject } from '../internal/json/json.ts'

/** How urgent a message is (RFC 5424, as MCP uses it). */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** What a tool can request from its caller (MCP client features). */
export type ClientMethod = 'sampling/createMessage' | 'elicitation/create' | 'roots/list'

/** Something a tool says while it runs (MCP `notifications/message`). */
export interface LogMessage {
  readonly level: LogLevel
  /** Who says it. */
  readonly logger?: string
  /** Any JSON; usually a text. */
  readonly data: unknown
}

/**
 * The program that called a tool, as far as the tool may talk to it while it runs: to have a model sampled, to ask its
 * user, to say how it goes. What an implementation owes:
 *
 * - `request` resolves with the client's answer, or rejects: when the client lacks the capability, when it refuses, or
 *   with the reason of an aborted signal.
 * - `log` never throws; what the client did not ask for is dropped.
 */
export interface ToolClient {
  /** Whatever tells clients apart: the calls of one client share it. Absent where each call is of a client of its own. */
  readonly identity?: object | undefined
  /** MCP client capabilities, such as `{ sampling: {}, elicitation: {} }`. */
  readonly capabilities: JsonObject
  readonly request: (
    method: ClientMethod,
    params: JsonObject,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<JsonObject>
  readonly log: (message: LogMessage) => void
}
