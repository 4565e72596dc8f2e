import type { Gateway, ServerStatus } from '@toolscout/gateway'
import { statusOf } from './server-details.ts'

/** How far the servers have come, as opencode-toolbox tells it; also `failed`, when none could be reached. */
export type InitState = 'idle' | 'initializing' | 'partial' | 'ready' | 'degraded' | 'failed'

/** How many servers are how. Those that are switched off do not count. */
export interface ServerCounts {
  readonly total: number
  readonly connected: number
  readonly connecting: number
  readonly failed: number
}

/** Counts servers. */
export function countServers(servers: readonly ServerStatus[]): ServerCounts {
  const count = (status: string): number => servers.filter((server) => statusOf(server) === status).length
  const [connected, connecting, failed] = [count('connected'), count('connecting'), count('error')]
  return { total: servers.length - count('disabled'), connected, connecting, failed }
}

/** How far a gateway has come. */
export function initStateOf(gateway: Gateway, servers: readonly ServerStatus[]): InitState {
  const { total, connected, connecting } = countServers(servers)
  const state = gateway.state()
  if (state !== 'running' && state !== 'starting') return 'idle'
  if (connecting > 0) return connected > 0 ? 'partial' : 'initializing'
  if (connected === total) return 'ready'
  return connected === 0 ? 'failed' : 'degraded'
}
