import { connectMcpServers, type McpConnection, type McpServerConfig } from '@toolscout/mcp'
import { launcherOf, listEntries } from '@toolscout/mcp/internal'
import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import { keptLogins } from '../login/auth-provider.ts'
import { ServerLogs } from '../logs/server-logs.ts'
import type { CommandContext } from '../program/options.ts'
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
  const logs = new ServerLogs(host)
  const listings = new Map<string, Promise<ServerListing>>()
  const failed = (server: string, error: unknown): ServerListing => {
    const code = error instanceof ToolscoutError ? error.code : 'INTERNAL'
    const message = `${messageOf(error)}${code === 'MCP_TIMEOUT' ? ' --timeout 2m gives it two minutes.' : ''}`
    return { server, definitions: [], listedAt: now(), failure: { code, message } }
  }
  const list = async (server: string, connection: McpConnection): Promise<ServerListing> => {
    try {
      return await listConnection(connection, server, host)
    } catch (error) {
      return failed(server, error)
    } finally {
      await connection.close()
    }
  }
  await output.progress('listing servers', async (update) => {
    /** When each server that is being connected was begun. */
    const begun = new Map<string, number>()
    let done = 0
    const draw = (): void => {
      const [first] = begun
      const config = configs.find(({ name }) => name === first?.[0])
      if (first !== undefined && config !== undefined)
        update(done, configs.length, waitingFor(config, now() - first[1]))
    }
    const drawing = setInterval(draw, 1_000)
    try {
      const { failures } = await connectMcpServers(configs, {
        signal,
        onDiagnostic: logs.add,
        authProvider: keptLogins(host),
        onProgress: ({ server, state, connection }) => {
          if (connection !== undefined) listings.set(server, list(server, connection))
          if (state === 'connecting') begun.set(server, now())
          else {
            begun.delete(server)
            done += 1
          }
          draw()
        },
      })
      for (const { name, error } of failures) listings.set(name, Promise.resolve(failed(name, error)))
      await Promise.all(listings.values())
      for (const { name, error } of failures)
        logs.add({ server: name, kind: 'state', message: messageOf(error) })
    } finally {
      clearInterval(drawing)
      await logs.written()
    }
  })
  signal.throwIfAborted()
  const listed = await Promise.all(configs.map(({ name }) => listings.get(name)))
  return listed.flatMap((one, i) => (one === undefined ? [] : [{ ...one, replicaOf: configs[i]?.replicaOf }]))
}

/** After this time a launcher that has nothing to install would have started the server. */
const INSTALLED_MS = 3_000

/** What is waited for, such as `memory: installing with npx, 14 s`. */
function waitingFor(config: McpServerConfig, elapsedMs: number): string {
  const launcher = launcherOf(config)
  const isInstalling = launcher !== undefined && elapsedMs > INSTALLED_MS
  const starting = config.transport === 'stdio' ? 'starting' : 'connecting'
  const what = isInstalling ? `installing with ${launcher}` : starting
  return `${config.name}: ${what}, ${Math.round(elapsedMs / 1_000)} s`
}

/** Everything a connected server lists. */
export async function listConnection(
  connection: McpConnection,
  server: string,
  { signal, now }: Pick<CliHost, 'signal' | 'now'>,
): Promise<ServerListing> {
  const { definitions, complete, reason } = await listEntries(connection, { signal })
  const incomplete = reason ?? (complete ? undefined : 'The server did not list all of them.')
  const { instructions } = connection.server
  return {
    server,
    definitions,
    listedAt: now(),
    ...(incomplete && { incomplete }),
    ...(instructions && { instructions }),
  }
}
