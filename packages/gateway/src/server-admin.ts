import type { Discovery } from '@toolscout/discovery'
import { loadMcpConfig, type McpConfig, type McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { createTurns, type Turns } from '@toolscout/model/internal'
import type { Gateway } from './gateway.ts'
import type { GatewayLife } from './gateway-life.ts'
import type { ServerOptions } from './gateway-options.ts'
import { checked } from './method-options.ts'
import type { ServerStatus } from './server-status.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'

/** What a gateway does with its servers while it runs. */
export type ServerAdmin = Pick<
  Gateway,
  'addServer' | 'addServers' | 'removeServer' | 'reconnectServer' | 'refreshServer' | 'setServerEnabled'
>

/** What servers come to and leave. */
interface ServerAdminDeps {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly life: GatewayLife
}

/** Creates the part of a gateway by which servers come and go. */
export function createServerAdmin({ discovery, servers, life }: ServerAdminDeps): ServerAdmin {
  const turns = new Map<string, Turns>()
  const inTurn = (name: string, work: () => Promise<void>): Promise<void> => {
    const own = turns.get(name) ?? createTurns()
    turns.set(name, own)
    return own(work)
  }
  const leave = async ({ server }: ServerEntry, as: 'stopped' | 'disabled'): Promise<void> => {
    await server.stop(as)
    await discovery.removeSource(server.config.name)
  }
  const addServer = (config: McpServerConfig, given?: ServerOptions): ServerStatus => {
    const { server } = servers.add(config, given)
    life.added(config.name)
    return server.status()
  }
  return {
    addServer,
    addServers: (config) => addServers(config, addServer, servers),
    removeServer: async (name) => {
      if (servers.isHeld(name)) return servers.delete(name)
      servers.getOrThrow(name)
      // The name is free when the last of the old one is gone.
      await inTurn(name, async () => {
        await leave(servers.getOrThrow(name), 'stopped')
        servers.delete(name)
      })
    },
    reconnectServer: async (name, options = {}) => {
      const { signal } = checked('reconnectServer', options)
      const { server } = servers.getOrThrow(name)
      await server.reconnect(signal)
      return server.status()
    },
    refreshServer: async (name, options = {}) => {
      const { signal } = checked('refreshServer', options)
      return servers.getOrThrow(name).server.refresh(signal)
    },
    setServerEnabled: (name, enabled) =>
      inTurn(name, async () => {
        const entry = servers.getOrThrow(name)
        if ((entry.server.state() !== 'disabled') === enabled) return
        await leave(entry, 'disabled')
        servers.renew(name, { disabled: !enabled })
        life.added(name)
      }),
  }
}

/** Adds every server of a configuration; one that cannot be added is a failure and harms no other, one that cannot be read is held. */
async function addServers(
  config: string | object | McpConfig,
  add: (server: McpServerConfig) => ServerStatus,
  held: Servers,
): ReturnType<Gateway['addServers']> {
  const { servers, failures: unread, disabled, warnings } = await loadMcpConfig(config)
  const added: string[] = []
  const failures = [...unread]
  for (const { name, error } of unread) held.hold(name, error)
  for (const server of servers) {
    try {
      added.push(add(server).name)
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push({ name: server.name, error })
    }
  }
  return Object.freeze({ added: Object.freeze(added), failures: Object.freeze(failures), disabled, warnings })
}
