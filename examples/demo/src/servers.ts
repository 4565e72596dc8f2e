import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

// Written out, so that a search for the users of a dependency finds this file.
const MANIFESTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
  thinking: require.resolve('@modelcontextprotocol/server-sequential-thinking/package.json'),
}

/**
 * The configuration of four servers as their authors publish them, in the shape every MCP client reads. They run
 * from this repository and touch nothing but `folder`.
 */
export function demoServers(folder: string): object {
  const run = (manifest: string, ...args: readonly string[]): object => ({
    command: process.execPath,
    args: [manifest.replace(/package\.json$/, 'dist/index.js'), ...args],
  })
  return {
    mcpServers: {
      everything: run(MANIFESTS.everything),
      filesystem: run(MANIFESTS.filesystem, folder),
      memory: { ...run(MANIFESTS.memory), env: { MEMORY_FILE_PATH: `${folder}/memory.jsonl` } },
      thinking: run(MANIFESTS.thinking),
    },
  }
}
