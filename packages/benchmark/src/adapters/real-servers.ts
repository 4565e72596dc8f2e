import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { connectMcpServers } from '@toolscout/mcp'
import { parseMcpServers } from '@toolscout/mcp/internal'
import type { LocalTool } from '@toolscout/model'

const require = createRequire(import.meta.url)

// Written out, so that a search for the users of a dependency finds this file.
const MANIFESTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
  thinking: require.resolve('@modelcontextprotocol/server-sequential-thinking/package.json'),
}
/** What four real servers list, by their names. */
export async function listRealServers(): Promise<{ readonly [server: string]: readonly LocalTool[] }> {
  const mcpServers = Object.fromEntries(
    Object.entries(MANIFESTS).map(([name, manifest]) => {
      const args = [
        manifest.replace(/package\.json$/, 'dist/index.js'),
        ...(name === 'filesystem' ? [tmpdir()] : []),
      ]
      return [name, { command: process.execPath, args }]
    }),
  )
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
