import type { ServerStatus } from '@toolscout/gateway'
import type { MetaToolDefinition } from '@toolscout/gateway/internal'
import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { countServers, initStateOf, type ServerCounts } from './init-state.ts'
import { countByServer, serverDetails, statusOf } from './server-details.ts'
import type { ToolboxSession } from './toolbox-session.ts'

/** The tools of the profile. `toolbox_test` is none: it called every tool there is, destructive ones too. */
const TOOLBOX_TOOL_NAMES: readonly string[] = Object.freeze([
  'toolbox_search_bm25',
  'toolbox_search_regex',
  'toolbox_execute',
  'toolbox_status',
  'toolbox_perf',
])

const NO_ARGUMENTS = { type: 'object', properties: {} } as const

/** `toolbox_status`: how it goes. */
export function statusTool(session: ToolboxSession): MetaToolDefinition {
  return {
    name: 'toolbox_status',
    description:
      'Tells which servers the toolbox has, how they are, and what is wrong with its configuration.',
    inputSchema: NO_ARGUMENTS,
    annotations: { readOnlyHint: true },
    run: async (_, { principal }) => {
      const { gateway, settings, counts, startedAt } = session
      const { initMode, configPath, now } = settings
      const servers = gateway.servers({ principal })
      const count = countServers(servers)
      const tools = gateway.list({ principal })
      const initState = initStateOf(gateway, servers)
      const toolCounts = countByServer(tools)
      const { executions, succeeded, searches } = counts
      return written({
        plugin: {
          initialized: ['ready', 'degraded', 'failed'].includes(initState),
          initState,
          initMode,
          initDurationMs: initDuration(session, servers),
          configPath: configPath ?? null,
          uptime: (now() - startedAt) / 1_000,
          searches,
          executions,
          successRate: executions === 0 ? 'N/A' : `${Math.round((100 * succeeded) / executions)}%`,
        },
        servers: {
          ...count,
          connectionRatio: `${count.connected}/${count.total}`,
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
          collisions: session.names.fresh(principal).collisions.map(({ name, tools: given }) => ({
            name,
            tools: [...given],
          })),
        },
        toolboxTools: [...TOOLBOX_TOOL_NAMES],
        health: {
          ...healthOf(count, settings.problems()),
          ...(settings.warnings().length === 0 ? {} : { warnings: [...settings.warnings()] }),
        },
      })
    },
  }
}

function healthOf(
  { total, connected, connecting, failed }: ServerCounts,
  problems: readonly string[],
): JsonObject {
  const told = problems.length === 0 ? {} : { problems: [...problems] }
  if (failed > 0) {
    const status = connected + connecting === 0 ? 'failed' : 'degraded'
    return { status, message: `${failed} server(s) failed to connect`, ...told }
  }
  if (problems.length > 0) {
    const status = total === 0 ? 'failed' : 'degraded'
    return { status, message: problems[0] ?? '', ...told }
  }
  if (total === 0) return { status: 'unknown', message: 'No servers configured' }
  if (connecting > 0) return { status: 'starting', message: `${connecting} server(s) still connecting` }
  if (connected === total) return { status: 'healthy', message: 'All servers connected' }
  return { status: 'unknown', message: `${total - connected} server(s) not connected yet` }
}

/** `toolbox_perf`: how long things take. */
export function perfTool(session: ToolboxSession): MetaToolDefinition {
  return {
    name: 'toolbox_perf',
    description: 'Tells how long the toolbox took to start, to search and to run tools.',
    inputSchema: NO_ARGUMENTS,
    annotations: { readOnlyHint: true },
    run: async (_, { principal }) => {
      const { gateway, settings, startedAt, bm25, regex, executions } = session
      const { initMode, connection, now } = settings
      const { indexVersion } = gateway.stats()
      const tools = gateway.list({ principal })
      const toolCounts = countByServer(tools)
      const servers = gateway.servers({ principal })
      const duration = initDuration(session, servers)
      return written({
        timestamp: new Date().toISOString(),
        uptime: now() - startedAt,
        initialization: {
          startTime: startedAt,
          endTime: duration === null ? null : startedAt + duration,
          duration,
          state: initStateOf(gateway, servers),
          servers: servers.map((server) => ({
            name: server.name,
            connectTime: server.connectMs ?? -1,
            toolCount: toolCounts.get(server.name) ?? 0,
            status: statusOf(server),
            ...(server.error === undefined ? {} : { error: server.error.message }),
          })),
        },
        indexing: { buildTime: null, toolCount: tools.length, incrementalUpdates: indexVersion },
        searches: { bm25: bm25.stats() ?? null, regex: regex.stats() ?? null },
        executions: executions.stats() ?? null,
        indexStats: { docCount: tools.length, termCount: null, avgDocLength: null },
        config: {
          initMode,
          connectionTimeout: connection?.connectTimeout ?? null,
          requestTimeout: connection?.requestTimeout ?? null,
          retryAttempts: connection?.retryAttempts ?? null,
        },
      })
    },
  }
}

/** How long the slowest server took, once all have come to something. */
function initDuration({ gateway }: ToolboxSession, servers: readonly ServerStatus[]): number | null {
  const state = initStateOf(gateway, servers)
  if (state !== 'ready' && state !== 'degraded' && state !== 'failed') return null
  return Math.max(0, ...servers.map(({ connectMs = 0 }) => connectMs))
}

function written(value: unknown): ToolResult {
  return textResult(JSON.stringify(value, undefined, 2))
}
