import type { ToolIndex } from '@toolscout/index'
import type { GatewayState } from './gateway-state.ts'
import type { GatewayHealth, GatewayStats, ServerStatus } from './server-status.ts'
import { hintOf } from './servers/server-hints.ts'
import type { Servers } from './servers/servers.ts'

/** States of a server that was not heard of yet. */
const STARTING: ReadonlySet<ServerStatus['state']> = new Set(['idle', 'connecting'])

/** How well it goes as a whole. Servers that are switched off count for nothing. */
export function toHealth(state: GatewayState, servers: readonly ServerStatus[]): GatewayHealth {
  const counted = servers.filter((server) => server.state !== 'disabled')
  const unready = counted.filter((server) => server.state !== 'ready')
  const degraded = unready.map((server) =>
    Object.freeze({ server: server.name, state: server.state, reason: hintOf(server) }),
  )
  const tell = (status: GatewayHealth['status'], message: string): GatewayHealth =>
    Object.freeze({ state, status, message, degraded: Object.freeze(degraded) })
  if (state !== 'starting' && state !== 'running') return tell('notStarted', `The gateway is ${state}.`)
  if (counted.length === 0) return tell('ready', 'No servers are configured.')
  if (unready.length === 0) return tell('ready', `All ${counted.length} servers are ready.`)
  const of = `${unready.length} of ${counted.length} servers`
  const isStarting = unready.some((server) => STARTING.has(server.state))
  return isStarting ? tell('starting', `${of} are not ready yet.`) : tell('degraded', `${of} are not ready.`)
}

/** Counts what there is. Linear in the tools. */
export function toStats(
  index: ToolIndex,
  servers: Servers,
  counts: Pick<GatewayStats, 'searches' | 'calls' | 'failedCalls'>,
): GatewayStats {
  const tools = index.list()
  const countKind = (wanted: 'local' | 'mcp'): number =>
    tools.filter(({ summary }) => summary.backends.some(({ kind }) => kind === wanted)).length
  const states = servers.list().map(({ server }) => server.state())
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
