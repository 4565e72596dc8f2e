import type { Gateway, ServerStatus } from '@toolscout/gateway'
import type { IndexedSource, Indexer } from './indexer.ts'
import { toProblem } from './problems.ts'

/**
 * Indexes the MCP servers of the gateway: each is listed again, side by side. The gateway keeps what a server had when
 * it cannot be listed, and removes what a complete listing has no more.
 */
export function createMcpIndexer(): Indexer {
  return Object.freeze({
    kind: 'mcp',
    namespaces: Object.freeze([]),
    index: async (gateway, { names, signal }) => {
      signal?.throwIfAborted()
      const wanted = gateway.servers().filter(({ name }) => names?.includes(name) !== false)
      const sources = await Promise.all(wanted.map((status) => indexServer(gateway, status, signal)))
      signal?.throwIfAborted()
      return sources
    },
  } satisfies Indexer)
}

async function indexServer(
  gateway: Gateway,
  { name, where, state }: ServerStatus,
  signal: AbortSignal | undefined,
): Promise<IndexedSource> {
  const facts = { name, description: `MCP server at ${where}.` }
  const none = { changed: Object.freeze([]), removed: Object.freeze([]) }
  const status = (): ServerStatus | undefined => gateway.servers().find((server) => server.name === name)
  if (state === 'disabled') {
    return Object.freeze({
      ...facts,
      ...none,
      complete: true,
      available: false,
      tools: 0,
      problems: Object.freeze([]),
    })
  }
  try {
    const report = await gateway.refreshServer(name, signal === undefined ? {} : { signal })
    const problems = report.failures.map(({ name: tool, error }) => toProblem(error, tool))
    return Object.freeze({
      ...facts,
      complete: report.complete,
      available: true,
      tools: status()?.tools ?? 0,
      changed: Object.freeze([...report.registered, ...report.updated]),
      removed: report.removed,
      problems: Object.freeze(
        report.complete
          ? problems
          : [...problems, toProblem(report.reason ?? 'The listing is not complete.')],
      ),
    })
  } catch (error) {
    return Object.freeze({
      ...facts,
      ...none,
      complete: false,
      available: false,
      tools: status()?.tools ?? 0,
      problems: Object.freeze([toProblem(error)]),
    })
  }
}
