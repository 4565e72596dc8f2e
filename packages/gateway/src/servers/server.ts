import type { SourceReport } from '@toolscout/discovery/internal'
import type { McpConnection, McpConnectOptions, McpServerConfig } from '@toolscout/mcp'
import type { Clock, JsonObject, Observer, ToolClient, ToolResult, ToolSource } from '@toolscout/model'
import type { ToolProgress } from '@toolscout/model/internal'
import type { BackendGuard, Bulkhead } from '@toolscout/runtime/internal'
import type { ServerState, ServerStatus } from '../server-status.ts'
import type { FullServerLimits } from './server-limits.ts'

/** How a call is made at a server. */
export interface ServerCall {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  readonly client?: ToolClient | undefined
}

/** One server that is kept connected. */
export interface ManagedServer {
  readonly config: McpServerConfig
  readonly state: () => ServerState
  readonly status: () => ServerStatus
  readonly connection: () => McpConnection | undefined
  /** Begins to connect where nothing was tried yet. */
  readonly start: () => void
  /** Resolves when the first attempt has come to something, or there will be none. */
  readonly tried: () => Promise<void>
  /** Tools are requested: a server that was left alone and may have recovered is tried again, without waiting. */
  readonly asked: () => void
  /** Connects again, whatever happened before. Rejects as connecting and listing do. */
  readonly reconnect: (signal?: AbortSignal) => Promise<void>
  /** Waits until it is connected again where it is about to be. Rejects as connecting does. */
  readonly recover: (signal: AbortSignal) => Promise<void>
  readonly refresh: (signal?: AbortSignal) => Promise<SourceReport>
  /** @throws ServerUnavailableError `SERVER_UNAVAILABLE`, or what the connection rejects with. */
  readonly call: (tool: string, args: JsonObject, call: ServerCall) => Promise<ToolResult>
  /** Closes the connection; nothing more is tried until it is started again. */
  readonly stop: (as: 'stopped' | 'disabled') => Promise<void>
}

/** What a server needs of the gateway. */
export interface ManagedServerDeps {
  readonly connectOptions: Omit<McpConnectOptions, 'signal'>
  /** What the server may ask of clients; absent for nothing. */
  readonly relay: JsonObject | undefined
  readonly limits: FullServerLimits
  readonly guard: BackendGuard
  /** Bounds how many servers are connected at the same time. */
  readonly slots: Bulkhead
  readonly clock: Clock
  readonly random: () => number
  readonly observer: Observer | undefined
  /** Registers what the source lists, the first time and again. */
  readonly register: (source: ToolSource, signal: AbortSignal) => Promise<SourceReport>
  /** How many tools of it are registered. */
  readonly countTools: () => number
  readonly onState: (state: ServerState, reason: string | undefined) => void
  readonly onListed: (report: SourceReport, durationMs: number) => void
}
