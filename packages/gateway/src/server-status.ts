import type { McpServerInfo, McpTransportName } from '@toolscout/mcp/internal'
import type { BreakerState } from '@toolscout/runtime/internal'
import type { GatewayState } from './gateway-state.ts'

/**
 * How a server is:
 *
 * - `idle`: nothing was tried yet.
 * - `connecting`, `reconnecting`: an attempt is under way, the first or one after a loss.
 * - `ready`: connected, tools listed.
 * - `waiting`: it failed and is tried again by itself, at `retryAt`.
 * - `needsAuth`: it refused our credentials; tried again when asked.
 * - `failed`: left alone after too many crashes, or because its configuration cannot work; tried again when asked.
 * - `disabled`: switched off.
 * - `stopped`: the gateway is stopped.
 */
export type ServerState =
  | 'idle'
  | 'connecting'
  | 'reconnecting'
  | 'ready'
  | 'waiting'
  | 'needsAuth'
  | 'failed'
  | 'disabled'
  | 'stopped'

/** One server as it is now. Frozen, without secrets. */
export interface ServerStatus {
  readonly name: string
  readonly state: ServerState
  /** When it got into this state, in milliseconds since the epoch. */
  readonly since: number
  /** How it is reached, without secrets. */
  readonly where: string
  readonly transport: McpTransportName | 'auto'
  /** Tools of it that are registered. */
  readonly tools: number
  /** Whether its tools were listed by a connection that is gone. */
  readonly stale: boolean
  /** How long connecting and listing took the last time, in milliseconds. */
  readonly connectMs?: number
  /** What the server says about itself; foreign text. */
  readonly server?: McpServerInfo
  /** Why it is not ready, or could not be listed again. */
  readonly error?: { readonly code: string; readonly message: string }
  /** When it is tried again, in milliseconds since the epoch. */
  readonly retryAt?: number
  readonly breaker: BreakerState
  /** Calls at this moment. */
  readonly running: number
  /** Calls that wait for their turn. */
  readonly waiting: number
}

/** Whether a tool can be called right now, and if not what to do. */
export interface ToolReadiness {
  readonly state: 'ready' | 'starting' | 'stale' | 'needsAuth' | 'unavailable' | 'disabled'
  /** What to do about it, for people and models; absent when ready. */
  readonly hint?: string
}

/** Counts. */
export interface GatewayStats {
  readonly tools: number
  readonly localTools: number
  readonly mcpTools: number
  readonly servers: number
  readonly readyServers: number
  /** Version of the tool index. */
  readonly indexVersion: number
  /** Since the gateway was made. */
  readonly searches: number
  readonly calls: number
  /** Of those, the ones that gave a result with `isError`. */
  readonly failedCalls: number
}

/** How well it goes as a whole. */
export interface GatewayHealth {
  readonly state: GatewayState
  /** `starting` while any server is being connected for the first time, `degraded` when any is not ready. */
  readonly status: 'ready' | 'starting' | 'degraded' | 'notStarted'
  /** A sentence for people. */
  readonly message: string
  /** Servers that are not ready, with the reason. */
  readonly degraded: readonly {
    readonly server: string
    readonly state: ServerState
    readonly reason: string
  }[]
}
