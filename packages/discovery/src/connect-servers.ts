import {
  connectMcpServers,
  type McpConfig,
  type McpConnection,
  type McpServerFailure,
  normalizeMcpServers,
  readMcpConfig,
} from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import type { ConnectReport, ConnectServersOptions } from './discovery.ts'
import type { SourceReport, ToolSources } from './tool-sources.ts'

/**
 * Connects every server of a configuration and registers its tools as soon as it answers, so that a slow server
 * keeps no other waiting. Aborting closes what was connected here and rejects with the signal's reason.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when the configuration as a whole cannot be read.
 */
export async function connectServers(
  config: string | object | McpConfig,
  options: ConnectServersOptions,
  sources: ToolSources,
): Promise<ConnectReport> {
  const { onRegistered, onProgress, ...connectOptions } = options
  const read = await readConfig(config)
  const listings = new Map<string, Promise<SourceReport | McpServerFailure>>()

  const addConnection = async (connection: McpConnection): Promise<SourceReport | McpServerFailure> => {
    try {
      const report = await sources.add(connection, { signal: options.signal })
      onRegistered?.(report)
      return report
    } catch (error) {
      await connection.close()
      if (error instanceof ToolscoutError) return { name: connection.name, error }
      throw error
    }
  }
  const { failures } = await connectMcpServers(read.servers, {
    ...connectOptions,
    onProgress: (progress) => {
      if (progress.connection !== undefined) listings.set(progress.server, addConnection(progress.connection))
      onProgress?.(progress)
    },
  })
  const outcomes = await Promise.all(read.servers.flatMap(({ name }) => listings.get(name) ?? []))
  return {
    connected: outcomes.filter(isReport),
    failures: [
      ...read.failures,
      ...failures,
      ...outcomes.flatMap((outcome) => (isReport(outcome) ? [] : outcome)),
    ],
    disabled: read.disabled,
    warnings: read.warnings,
  }
}

async function readConfig(config: string | object | McpConfig): Promise<McpConfig> {
  if (typeof config === 'string') return readMcpConfig(config)
  return isReadConfig(config) ? config : normalizeMcpServers(config)
}

function isReadConfig(config: object): config is McpConfig {
  return Array.isArray(Reflect.get(config, 'servers')) && Array.isArray(Reflect.get(config, 'failures'))
}

function isReport(outcome: SourceReport | McpServerFailure): outcome is SourceReport {
  return 'source' in outcome
}
