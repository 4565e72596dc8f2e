import { availableParallelism } from 'node:os'
import { connectMcpServer, type McpConnection, type McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import type { CommandContext } from '../program/options.ts'
import type { ServerListing } from './cache-folder.ts'

/** Servers that are started at a time for each core: a start costs one for a second, and then waits. */
const STARTS_A_CORE = 4

/**
 * Connects each server, lists its tools and closes it again, several at a time. A failure is reported in its place and harms
 * no other. Rejects for the host's signal alone; every process that was started is gone then.
 */
export async function listServers(
  configs: readonly McpServerConfig[],
  { host, output }: CommandContext,
): Promise<readonly ServerListing[]> {
  host.signal.throwIfAborted()
  const listings: ServerListing[] = []
  let next = 0
  let done = 0
  const workers = Math.min(configs.length, availableParallelism() * STARTS_A_CORE)
  const outcomes = await output.progress('listing servers', (update) => {
    const work = async (): Promise<void> => {
      for (let at = next++; at < configs.length; at = next++) {
        const config = configs[at] as McpServerConfig
        listings[at] = await listServer(config, host)
        done += 1
        update(done, configs.length, config.name)
      }
    }
    // Each ends by itself when the signal aborts, having closed what it opened.
    return Promise.allSettled(Array.from({ length: workers }, work))
  })
  host.signal.throwIfAborted()
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return listings
}

async function listServer(config: McpServerConfig, { signal, now }: CliHost): Promise<ServerListing> {
  const server = config.name
  try {
    const connection = await connectMcpServer(config, { signal })
    try {
      return await listConnection(connection, { server, signal, now })
    } finally {
      await connection.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    const code = error instanceof ToolscoutError ? error.code : 'INTERNAL'
    return { server, definitions: [], listedAt: now(), failure: { code, message: messageOf(error) } }
  }
}

/** Everything a connected server lists. */
export async function listConnection(
  connection: McpConnection,
  {
    server,
    signal,
    now,
  }: { readonly server: string; readonly signal: AbortSignal; readonly now: () => number },
): Promise<ServerListing> {
  const { definitions, complete, reason = 'The server did not give all.' } = await connection.list({ signal })
  return { server, definitions, listedAt: now(), ...(complete ? {} : { incomplete: reason }) }
}
