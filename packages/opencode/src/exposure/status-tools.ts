import type { Gateway, ServerStatus } from '@toolscout/gateway'
import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { TOOL_DEFINITIONS } from '../tool-definitions.ts'
import type { ToolboxSession } from './toolbox-session.ts'

/** `connected`, `connecting` or `error` as opencode-toolbox has them; also `idle` and `disabled`. */
const STATUS = {
  idle: 'idle',
  known: 'idle',
  connecting: 'connecting',
  reconnecting: 'connecting',
  ready: 'connected',
  waiting: 'error',
  needsAuth: 'error',
  failed: 'error',
  disabled: 'disabled',
  stopped: 'idle',
} as const satisfies { readonly [State in ServerStatus['state']]: string }

/** Public details of a server, without secrets. */
export function serverDetails({ name, state, transport, error, where }: ServerStatus): JsonObject {
  const isLocal = transport === 'stdio'
  return {
    name,
    status: STATUS[state],
    type: isLocal ? 'local' : 'remote',
    error: error?.message ?? null,
    ...(isLocal ? { commandString: where } : { url: where }),
    state,
  }
}

/** How many servers are how; those that are switched off do not count. */
type ServerCounts = Readonly<Record<'total' | 'connected' | 'connecting' | 'failed', number>>

/** As opencode-toolbox tells it; also `failed`, when no server could be reached. */
type InitState = 'idle' | 'initializing' | 'partial' | 'ready' | 'degraded' | 'failed'

/** Servers and tools of a caller, and how far they have come. */
function overviewOf(gateway: Gateway, principal: string) {
  const servers = gateway.servers({ principal })
  const tools = gateway.list({ principal })
  /** How many of the tools each server has. */
  const toolCounts = new Map<string, number>()
  for (const backend of tools.flatMap(({ summary }) => summary.backends)) {
    if (backend.kind === 'mcp') toolCounts.set(backend.server, (toolCounts.get(backend.server) ?? 0) + 1)
  }
  const count = (status: string): number => servers.filter(({ state }) => STATUS[state] === status).length
  const counts: ServerCounts = {
    total: servers.length - count('disabled'),
    connected: count('connected'),
    connecting: count('connecting'),
    failed: count('error'),
  }
  const initState = initStateOf(gateway, counts)
  const isOver = initState === 'ready' || initState === 'degraded' || initState === 'failed'
  /** How long the slowest server took, once all have come to something. */
  const initDurationMs = isOver ? Math.max(0, ...servers.map(({ connectMs = 0 }) => connectMs)) : null
  return { servers, tools, toolCounts, counts, initState, initDurationMs }
}

function initStateOf(gateway: Gateway, { total, connected, connecting }: ServerCounts): InitState {
  const state = gateway.state()
  if (state !== 'running' && state !== 'starting') return 'idle'
  if (connecting > 0) return connected > 0 ? 'partial' : 'initializing'
  if (connected === total) return 'ready'
  return connected === 0 ? 'failed' : 'degraded'
}

/** `toolbox_status`: how it goes. */
export function tellStatus(session: ToolboxSession, principal: string): ToolResult {
  const { gateway, options, initMode, startedAt, bm25, regex, succeeded } = session
  const { configPath = null, warnings = [] } = options
  const { servers, tools, toolCounts, counts, initState, initDurationMs } = overviewOf(gateway, principal)
  const executions = session.executions.count
  return written({
    plugin: {
      initialized: initDurationMs !== null,
      initState,
      initMode,
      initDurationMs,
      configPath,
      uptime: (performance.now() - startedAt) / 1_000,
      searches: bm25.count + regex.count,
      executions,
      successRate: executions === 0 ? 'N/A' : `${Math.round((100 * succeeded) / executions)}%`,
    },
    servers: {
      ...counts,
      connectionRatio: `${counts.connected}/${counts.total}`,
      details: servers.map((server) => ({
        ...serverDetails(server),
        toolCount: toolCounts.get(server.name) ?? 0,
        healthy: server.state === 'ready' && !server.stale,
      })),
    },
    tools: {
      total: tools.length,
      indexed: tools.length,
      serversWithTools: toolCounts.size,
      collisions: session.names.fresh(principal).collisions,
    },
    toolboxTools: Object.keys(TOOL_DEFINITIONS),
    health: { ...healthOf(counts, options.problems), ...(warnings.length > 0 && { warnings }) },
  })
}

function healthOf(
  { total, connected, connecting, failed }: ServerCounts,
  problems: readonly string[] = [],
): object {
  const [problem] = problems
  if (failed > 0 || problem !== undefined) {
    const isDown = failed > 0 ? connected + connecting === 0 : total === 0
    return {
      status: isDown ? 'failed' : 'degraded',
      message: failed > 0 ? `${failed} server(s) failed to connect` : problem,
      ...(problem !== undefined && { problems }),
    }
  }
  if (total === 0) return { status: 'unknown', message: 'No servers configured' }
  if (connecting > 0) return { status: 'starting', message: `${connecting} server(s) still connecting` }
  if (connected === total) return { status: 'healthy', message: 'All servers connected' }
  return { status: 'unknown', message: `${total - connected} server(s) not connected yet` }
}

/** `toolbox_perf`: how long things take. */
export function tellMeasures(session: ToolboxSession, principal: string): ToolResult {
  const { gateway, initMode, startedAt, bm25, regex, executions } = session
  const {
    connectTimeout = null,
    requestTimeout = null,
    retryAttempts = null,
  } = session.options.connection ?? {}
  const { servers, tools, toolCounts, initState, initDurationMs } = overviewOf(gateway, principal)
  return written({
    timestamp: new Date().toISOString(),
    uptime: performance.now() - startedAt,
    initialization: {
      startTime: startedAt,
      endTime: initDurationMs === null ? null : startedAt + initDurationMs,
      duration: initDurationMs,
      state: initState,
      servers: servers.map(({ name, connectMs = -1, state, error }) => ({
        name,
        connectTime: connectMs,
        toolCount: toolCounts.get(name) ?? 0,
        status: STATUS[state],
        error: error?.message,
      })),
    },
    indexing: {
      buildTime: null,
      toolCount: tools.length,
      incrementalUpdates: gateway.stats().indexVersion,
    },
    searches: { bm25: bm25.stats(), regex: regex.stats() },
    executions: executions.stats(),
    indexStats: { docCount: tools.length, termCount: null, avgDocLength: null },
    config: { initMode, connectionTimeout: connectTimeout, requestTimeout, retryAttempts },
  })
}

function written(value: object): ToolResult {
  return textResult(JSON.stringify(value, undefined, 2))
}
