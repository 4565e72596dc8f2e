import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import { describeMcpServer } from '@toolscout/mcp/internal'
import type { ServerState, ServerStatus } from '../server-status.ts'
import type { ManagedServerDeps } from './server.ts'
import { ServerUnavailableError } from './server-errors.ts'
import { hintOf } from './server-hints.ts'

/** What is known of a server beside its state. */
export interface ServerFacts extends Pick<ServerStatus, 'connectMs' | 'error' | 'retryAt'> {
  /** Whether a server that is left alone may have recovered since. */
  readonly mayPass?: boolean
}

/** The current state of a server, and how it is reported. */
export interface ServerRecord {
  readonly state: () => ServerState
  readonly facts: () => ServerFacts
  /** How long connecting took stays known; everything else is what is given. */
  readonly move: (next: ServerState, facts?: ServerFacts) => void
  /** Adds to what is known, in the same state. */
  readonly note: (facts: ServerFacts) => void
  readonly status: () => ServerStatus
  /** The error for a request that needs the server now. */
  readonly unavailable: (failure: 'unsent' | 'busy', cause?: unknown) => ServerUnavailableError
  /** How long it has to be left alone before a question brings the next attempt, in milliseconds. */
  readonly pauseBeforeAsking: () => number
}

/** Creates the record of a server nothing was tried with, or one that is switched off. */
export function createServerRecord(
  config: McpServerConfig,
  { clock, guard, limits, countTools, onState }: ManagedServerDeps,
  {
    disabled,
    connection,
  }: { readonly disabled: boolean; readonly connection: () => McpConnection | undefined },
): ServerRecord {
  let state: ServerState = disabled ? 'disabled' : 'idle'
  let since = clock.now()
  let facts: ServerFacts = {}
  const status = (): ServerStatus => {
    const { mayPass: _inside, ...told } = facts
    const tools = countTools()
    const open = connection()
    return Object.freeze({
      name: config.name,
      state,
      since,
      where: describeMcpServer(config),
      transport: open?.transport ?? config.transport,
      tools,
      stale: tools > 0 && (state !== 'ready' || facts.error !== undefined),
      ...(open === undefined ? {} : { server: open.server }),
      ...told,
      breaker: guard.state(),
      running: guard.running(),
      waiting: guard.waiting(),
    })
  }
  return {
    state: () => state,
    facts: () => facts,
    move: (next, more = {}) => {
      facts = { ...(facts.connectMs === undefined ? {} : { connectMs: facts.connectMs }), ...more }
      if (state === next) return
      state = next
      since = clock.now()
      onState(next, more.error?.message)
    },
    note: (more) => {
      facts = { ...facts, ...more }
    },
    status,
    unavailable: (failure, cause) => {
      const { retryAt } = facts
      const wait =
        retryAt === undefined ? {} : { retryAfterMs: Math.max(0, Math.round(retryAt - clock.now())) }
      const details = { server: config.name, state, failure, ...wait }
      return new ServerUnavailableError(details, hintOf(status()), cause)
    },
    pauseBeforeAsking: () => {
      if (state === 'waiting') return limits.reconnectBaseMs
      return state === 'failed' && facts.mayPass === true ? limits.reconnectMaxMs : Number.POSITIVE_INFINITY
    },
  }
}
