import type { ToolReadiness } from '@toolscout/discovery/internal'
import type { ToolIndex } from '@toolscout/index'
import type { McpServerInfo, McpTransportName } from '@toolscout/mcp/internal'
import { quote } from '@toolscout/model/internal'
import type { BreakerState } from '@toolscout/runtime/internal'
import type { GatewayState } from './gateway-state.ts'

/**
 * How a server is:
 *
 * - `idle`: nothing was tried yet, and nothing is known of it.
 * - `known`: not started; its tools are those of an earlier listing, and it is started by the first call of one.
 * - `connecting`, `reconnecting`: an attempt is under way, the first or one after a loss.
 * - `ready`: connected, tools listed.
 * - `waiting`: it failed and is tried again by itself, at `retryAt`.
 * - `needsAuth`: it refused our credentials; tried again when asked.
 * - `failed`: left alone after too many crashes, or because its configuration cannot work or be used; tried again when asked.
 * - `disabled`: switched off.
 * - `stopped`: the gateway is stopped.
 */
export type ServerState =
  | 'idle'
  | 'known'
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
  /** How it is reached, without secrets; where it is configured, if that cannot be used. */
  readonly where: string
  /** Absent where its configuration cannot be used. */
  readonly transport?: McpTransportName | 'auto'
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
  /** `starting` while any server is being connected for the first time, `degraded` when any is neither ready nor known. */
  readonly status: 'ready' | 'starting' | 'degraded' | 'notStarted'
  /** A sentence for people. */
  readonly message: string
  /** Servers that are not ready, with the reason, for people. */
  readonly degraded: readonly {
    readonly server: string
    readonly state: ServerState
    readonly reason: string
  }[]
}

/** What to do about a server in each state, as a model reads it. */
const ADVICE: { readonly [State in Exclude<ServerState, 'ready' | 'known' | 'stopped'>]: string } = {
  idle: 'is being started; try again in a moment.',
  connecting: 'is being started; try again in a moment.',
  reconnecting: 'is being connected again; try again in a moment.',
  waiting: 'will be retried; use another tool meanwhile.',
  needsAuth: 'refused the credentials; the user has to fix its configuration.',
  failed: 'was given up; the user has to fix or reconnect it.',
  disabled: 'is switched off in the configuration.',
}
/** Errors that say what a person has to do, so that nothing else needs to be said to one. */
const FOR_PERSON: ReadonlySet<string> = new Set([
  'MCP_AUTH_REQUIRED',
  'MCP_VARIABLE_MISSING',
  'MCP_CONFIG_INVALID',
])
/** States whose hint ends with the reason. */
const EXPLAINED: ReadonlySet<ServerState> = new Set(['waiting', 'needsAuth', 'failed'])
const READINESS: { readonly [State in ServerState]: ToolReadiness['state'] } = {
  ready: 'ready',
  // A call starts it.
  known: 'ready',
  idle: 'starting',
  connecting: 'starting',
  reconnecting: 'stale',
  waiting: 'stale',
  needsAuth: 'needsAuth',
  disabled: 'disabled',
  failed: 'unavailable',
  stopped: 'unavailable',
}

/** A tool that can be called. */
export const READY: ToolReadiness = Object.freeze({ state: 'ready' })

/** What to do about a server that is not ready, in a sentence or two, for a model or for the person whose server it is. */
export function hintOf({ name, state, error }: HintedServer, reader: 'model' | 'person' = 'model'): string {
  if (state === 'ready' || state === 'known') return ''
  if (state === 'stopped') return 'The gateway is stopped.'
  const isForModel = reader === 'model'
  if (error !== undefined && FOR_PERSON.has(error.code))
    return `${error.message.replace(/[.\s]+$/, '')}.${isForModel ? ' Tell the user.' : ''}`
  const advice = isForModel ? ADVICE[state] : ADVICE[state].replace('the user has to ', '')
  const why = error === undefined || !EXPLAINED.has(state) ? '' : ` ${error.message}`
  return `${quote(name)} ${advice}${why}`
}

type HintedServer = Pick<ServerStatus, 'name' | 'state' | 'error'>

/** Whether the tools of a server can be called right now. */
export function readinessOf(status: ServerStatus): ToolReadiness {
  const { name, state, stale } = status
  if (state === 'known') return READY
  if (state !== 'ready') return { state: READINESS[state], hint: hintOf(status) }
  if (!stale) return READY
  return { state: 'stale', hint: `${quote(name)} could not be listed again; its tools may have changed.` }
}

/** States of a server that was not heard of yet. */
const STARTING: ReadonlySet<ServerStatus['state']> = new Set(['idle', 'connecting'])

/** How well it goes as a whole. Servers that are switched off count for nothing. */
export function toHealth(state: GatewayState, servers: readonly ServerStatus[]): GatewayHealth {
  const counted = servers.filter((server) => server.state !== 'disabled')
  const known = counted.filter((server) => server.state === 'known')
  const unready = counted.filter(({ state: own }) => own !== 'ready' && own !== 'known')
  const degraded = unready.map((server) =>
    Object.freeze({ server: server.name, state: server.state, reason: hintOf(server, 'person') }),
  )
  const tell = (status: GatewayHealth['status'], message: string): GatewayHealth =>
    Object.freeze({ state, status, message, degraded: Object.freeze(degraded) })
  if (state !== 'starting' && state !== 'running') return tell('notStarted', `The gateway is ${state}.`)
  if (counted.length === 0) return tell('ready', 'No servers are configured.')
  if (unready.length === 0) {
    const later = known.length === 0 ? '' : ` ${known.length} of them start on their first call.`
    return tell('ready', `All ${counted.length} servers are ready.${later}`)
  }
  const of = `${unready.length} of ${counted.length} servers`
  const isStarting = unready.some((server) => STARTING.has(server.state))
  return isStarting ? tell('starting', `${of} are not ready yet.`) : tell('degraded', `${of} are not ready.`)
}

/** Counts what there is. Linear in the tools. */
export function toStats(
  index: ToolIndex,
  states: readonly ServerState[],
  counts: Pick<GatewayStats, 'searches' | 'calls' | 'failedCalls'>,
): GatewayStats {
  const tools = index.list()
  const countKind = (wanted: 'local' | 'mcp'): number =>
    tools.filter(({ summary }) => summary.backends.some(({ kind }) => kind === wanted)).length
  return Object.freeze({
    tools: tools.length,
    localTools: countKind('local'),
    mcpTools: countKind('mcp'),
    servers: states.length,
    readyServers: states.filter((state) => state === 'ready').length,
    indexVersion: index.version,
    ...counts,
  })
}
