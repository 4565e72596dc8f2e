import type { ServerStatus } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { JsonObject } from '@toolscout/model'

const STATUS: { readonly [State in ServerStatus['state']]: string } = {
  idle: 'idle',
  connecting: 'connecting',
  reconnecting: 'connecting',
  ready: 'connected',
  waiting: 'error',
  needsAuth: 'error',
  failed: 'error',
  disabled: 'disabled',
  stopped: 'idle',
}

/** `connected`, `connecting` or `error` as opencode-toolbox has them; also `idle` and `disabled`. */
export function statusOf({ state }: ServerStatus): string {
  return STATUS[state]
}

/** Public details of a server, without secrets. */
export function serverDetails(server: ServerStatus): JsonObject {
  const { name, state, transport, error, where } = server
  return {
    name,
    status: statusOf(server),
    type: transport === 'stdio' ? 'local' : 'remote',
    error: error?.message ?? null,
    ...(transport === 'stdio' ? { commandString: where } : { url: where }),
    state,
  }
}

/** How many of these tools each server has. */
export function countByServer(tools: readonly ListedTool[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { summary } of tools) {
    for (const backend of summary.backends) {
      if (backend.kind === 'mcp') counts.set(backend.server, (counts.get(backend.server) ?? 0) + 1)
    }
  }
  return counts
}
