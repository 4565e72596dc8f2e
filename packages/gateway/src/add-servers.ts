import { loadMcpConfig, type McpConfig, type McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import type { Gateway } from './gateway.ts'
import type { ServerStatus } from './server-status.ts'

/** Adds every server of a configuration; one that cannot be added is a failure and harms no other. */
export async function addServers(
  config: string | object | McpConfig,
  add: (server: McpServerConfig) => ServerStatus,
): ReturnType<Gateway['addServers']> {
  const read = await loadMcpConfig(config)
  const added: string[] = []
  const failures = [...read.failures]
  for (const server of read.servers) {
    try {
      added.push(add(server).name)
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error
      failures.push({ name: server.name, error })
    }
  }
  const { disabled, warnings } = read
  return Object.freeze({ added: Object.freeze(added), failures: Object.freeze(failures), disabled, warnings })
}
