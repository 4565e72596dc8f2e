import type { Gateway, ServerStatus } from '@toolscout/gateway'
import type { ToolSet } from '@toolscout/model'
import { type AnyToolHandler, listToolSet } from '@toolscout/model/internal'
import type { IndexedSource, Indexer, IndexProblem } from './indexer.ts'
import { brokenSource, toProblem } from './problems.ts'
import { kindOfTool } from './tool-ids.ts'

const BUILTIN = 'builtin'
/**
 * Tools that are registered at once: as many as a store takes in one batch, and some tenths of a second of work. Where one
 * of them is broken, each is alone.
 */
const TOGETHER = 2_000

interface LocalTool {
  readonly name: string
  readonly execute?: AnyToolHandler
}

/**
 * Indexes functions of this process: those that are given here, and all that were registered otherwise. A broken one harms
 * no other.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the tools are neither a list nor a record.
 */
export function createBuiltinIndexer(tools: ToolSet = []): Indexer {
  const local = listToolSet(tools).map(
    ({ definition, handler }): LocalTool => ({
      ...(definition as { readonly name: string }),
      ...(handler && { execute: handler }),
    }),
  )
  return Object.freeze({
    kind: 'builtin',
    namespaces: Object.freeze([]),
    index: async (gateway, { names, customNamespaces, signal }) => {
      signal?.throwIfAborted()
      if (names?.includes(BUILTIN) === false) return []
      const { changed, problems } = await registerAll(gateway, local, signal)
      const here = gateway.discovery.index.list({ backends: ['local'] })
      return [
        Object.freeze({
          name: BUILTIN,
          description: 'Functions of this process.',
          complete: true,
          available: true,
          tools: here.filter(({ summary }) => kindOfTool(summary, customNamespaces) === 'builtin').length,
          changed: Object.freeze(changed),
          removed: Object.freeze([]),
          problems: Object.freeze(problems),
        }),
      ]
    },
  } satisfies Indexer)
}

async function registerAll(gateway: Gateway, local: readonly LocalTool[], signal: AbortSignal | undefined) {
  const changed: string[] = []
  const problems: IndexProblem[] = []
  const register = async (tools: readonly LocalTool[]): Promise<void> => {
    const { registered, updated } = await gateway.register([...tools])
    changed.push(...registered, ...updated)
  }
  for (let at = 0; at < local.length; at += TOGETHER) {
    const some = local.slice(at, at + TOGETHER)
    await register(some).catch(async () => {
      for (const tool of some) {
        await register([tool]).catch((error: unknown) => {
          problems.push(toProblem(error, String(tool.name)))
        })
        signal?.throwIfAborted()
      }
    })
    signal?.throwIfAborted()
  }
  return { changed, problems }
}

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
  const nothing = Object.freeze([])
  const countTools = (): number => gateway.servers().find((server) => server.name === name)?.tools ?? 0
  if (state === 'disabled') {
    const off = { complete: true, available: false, tools: 0 }
    return Object.freeze({ ...facts, ...off, changed: nothing, removed: nothing, problems: nothing })
  }
  try {
    const { complete, reason, failures, registered, updated, removed } = await gateway.refreshServer(
      name,
      signal === undefined ? {} : { signal },
    )
    const problems = failures.map(({ name: tool, error }) => toProblem(error, tool))
    if (!complete) problems.push(toProblem(reason ?? 'The listing is not complete.'))
    return Object.freeze({
      ...facts,
      complete,
      available: true,
      tools: countTools(),
      changed: Object.freeze([...registered, ...updated]),
      removed,
      problems: Object.freeze(problems),
    })
  } catch (error) {
    return brokenSource({ ...facts, tools: countTools() }, error)
  }
}
