import { tmpdir } from 'node:os'
import { connectMcpServers } from '@toolscout/mcp'
import { parseMcpServers } from '@toolscout/mcp/internal'
import type { LocalTool } from '@toolscout/model'
import { realServer } from '@toolscout/testbed/servers'

/** What four real servers list, by their names. */
export async function listRealServers(): Promise<{ readonly [server: string]: readonly LocalTool[] }> {
  const mcpServers = {
    everything: realServer('everything'),
    filesystem: realServer('filesystem', tmpdir()),
    memory: realServer('memory'),
    thinking: realServer('sequential-thinking'),
  }
  const { servers } = await parseMcpServers({ mcpServers })
  const { connections, failures } = await connectMcpServers(servers)
  try {
    const [failure] = failures
    if (failure !== undefined) throw failure.error
    const listings = await Promise.all(
      connections.map(
        async (connection) => [connection.name, (await connection.list()).definitions] as const,
      ),
    )
    // What a server lists is read when it is registered.
    return Object.fromEntries(listings) as { readonly [server: string]: readonly LocalTool[] }
  } finally {
    await Promise.all(connections.map((connection) => connection.close()))
  }
}
