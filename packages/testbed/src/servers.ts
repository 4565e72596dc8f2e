import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The four servers from npm that tests and benchmarks run. */
export type RealServer = 'everything' | 'filesystem' | 'memory' | 'sequential-thinking'

// Written out, so that a search for a dependency or a file finds it.
const MANIFESTS: Readonly<Record<RealServer, string>> = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
  'sequential-thinking': require.resolve('@modelcontextprotocol/server-sequential-thinking/package.json'),
}

/** Starts a server as its authors publish it, the way a configuration names it. */
export function realServer(
  name: RealServer,
  ...args: readonly string[]
): { readonly command: string; readonly args: readonly string[] } {
  const script = MANIFESTS[name].replace(/package\.json$/, 'dist/index.js')
  return { command: process.execPath, args: [script, ...args] }
}
