import { connectMcpServers, type McpConnection, type McpServerConfig } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import type { CommandContext } from '../program/options.ts'
import { serverKey } from './cache-folder.ts'
import type { ServerListing } from './kept-store.ts'

/**
 * Connects each server, lists its tools and closes it again, several at a time. A failure is reported in its place and harms
 * no other. Rejects for the host's signal alone; every process that was started is gone then.
 */
export async function listServers(
  configs: readonly McpServerConfig[],
  { host, output }: CommandContext,
): Promise<readonly ServerListing[]> {
  const { signal, now } = host
  const listings = new Map<string, Promise<ServerListing>>()
  const keys = new Map(configs.map((config) => [config.name, serverKey(config)]))
  const failed = (server: string, error: unknown): ServerListing => {
    const code = error instanceof ToolscoutError ? error.code : 'INTERNAL'
    const failure = { code, message: messageOf(error) }
    return { server, key: keys.get(server), definitions: [], listedAt: now(), failure }
  }
  const list = async (server: string, connection: McpConnection): Promise<ServerListing> => {
    try {
      return { ...(await listConnection(connection, server, host)), key: keys.get(server) }
    } catch (error) {
      return failed(server, error)
    } finally {
      await connection.close()
    }
  }
  await output.progress('listing servers', async (update) => {
    let done = 0
    const { failures } = await connectMcpServers(configs, {
      signal,
      onProgress: ({ server, state, connection }) => {
        if (connection !== undefined) listings.set(server, list(server, connection))
        if (state === 'connecting') return
        done += 1
        update(done, configs.length, server)
      },
    })
    for (const { name, error } of failures) listings.set(name, Promise.resolve(failed(name, error)))
    await Promise.all(listings.values())
  })
  signal.throwIfAborted()
  const listed = await Promise.all(configs.map(({ name }) => listings.get(name)))
  return listed.filter((listing) => listing !== undefined)
}

/** Everything a connected server lists. */
export async function listConnection(
  connection: McpConnection,
  server: string,
  { signal, now }: Pick<CliHost, 'signal' | 'now'>,
): Promise<ServerListing> {
  const { definitions, complete, reason = 'The server did not give all.' } = await connection.list({ signal })
  return { server, definitions, listedAt: now(), ...(!complete && { incomplete: reason }) }
}
