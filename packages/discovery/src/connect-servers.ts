import { connectMcpServers, loadMcpConfig, type McpConfig } from '@toolscout/mcp'
import { type McpServerFailure, withEntries } from '@toolscout/mcp/internal'
import { type ToolSource, ToolscoutError } from '@toolscout/model'
import { anySignal } from '@toolscout/model/internal'
import type { ConnectReport, ConnectServersOptions, SourceReport } from './discovery.ts'
import { SourceExistsError } from './errors.ts'
import type { ToolSources } from './tool-sources.ts'

/**
 * Connects every server of a configuration and registers its tools as soon as it answers, so that a slow server
 * keeps no other waiting. A server whose name is taken is not started. Aborting removes what was connected here and
 * rejects with the signal's reason.
 *
 * @throws McpConfigError `MCP_CONFIG_INVALID` when the configuration as a whole cannot be read.
 */
export async function connectServers(
  config: string | object | McpConfig,
  options: ConnectServersOptions,
  sources: ToolSources,
): Promise<ConnectReport> {
  const { onRegistered, onProgress, kinds, ...connectOptions } = options
  const read = await loadMcpConfig(config)
  const taken = read.servers.filter(({ name }) => sources.isTaken(name))
  // One signal of our own, so that a mistake in one place ends the work in all others.
  const stop = new AbortController()
  const signal = anySignal(options.signal, stop.signal)
  const connections: ToolSource[] = []
  const listings = new Map<string, Promise<SourceReport | McpServerFailure>>()

  const addConnection = async (connection: ToolSource): Promise<SourceReport | McpServerFailure> => {
    let report: SourceReport
    try {
      const { replicaOf } = read.servers.find(({ name }) => name === connection.name) ?? {}
      report = await sources.add(connection, { signal, replicaOf })
    } catch (error) {
      await connection.close()
      if (signal.aborted || !(error instanceof ToolscoutError)) throw error
      return { name: connection.name, error }
    }
    onRegistered?.(report)
    return report
  }
  try {
    const { failures } = await connectMcpServers(
      read.servers.filter((server) => !taken.includes(server)),
      {
        ...connectOptions,
        signal,
        onProgress: (progress) => {
          if (progress.connection !== undefined) {
            const { connection } = progress
            const { transport } = connection
            // A folder of skills was named for its skills.
            const own = kinds ?? (transport === 'skills' ? (['skill'] as const) : undefined)
            const source = own === undefined ? connection : withEntries(connection, own)
            connections.push(source)
            const listing = addConnection(source)
            listings.set(progress.server, listing)
            listing.catch((error: unknown) => stop.abort(error))
          }
          onProgress?.(progress)
        },
      },
    )
    const outcomes = await Promise.all(read.servers.flatMap(({ name }) => listings.get(name) ?? []))
    signal.throwIfAborted()
    return Object.freeze({
      connected: Object.freeze(outcomes.filter(isReport)),
      failures: Object.freeze([
        ...read.failures,
        ...taken.map(({ name }) => ({ name, error: new SourceExistsError(name) })),
        ...failures,
        ...outcomes.flatMap((outcome) => (isReport(outcome) ? [] : outcome)),
      ]),
      disabled: read.disabled,
      warnings: read.warnings,
    })
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled(listings.values())
    await Promise.all(connections.map(sources.drop))
    throw options.signal?.aborted === true ? options.signal.reason : error
  }
}

function isReport(outcome: SourceReport | McpServerFailure): outcome is SourceReport {
  return 'source' in outcome
}
