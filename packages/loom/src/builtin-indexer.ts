import type { Gateway } from '@toolscout/gateway'
import type { ToolSet } from '@toolscout/model'
import { type AnyToolHandler, listToolSet } from '@toolscout/model/internal'
import type { Indexer, IndexProblem } from './indexer.ts'
import { toProblem } from './problems.ts'
import { kindOfTool } from './tool-ids.ts'

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
      if (names?.includes(NAME) === false) return []
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
      return [
        Object.freeze({
          name: NAME,
          description: 'Functions of this process.',
          complete: true,
          available: true,
          tools: countBuiltin(gateway, customNamespaces),
          changed: Object.freeze(changed),
          removed: Object.freeze([]),
          problems: Object.freeze(problems),
        }),
      ]
    },
  } satisfies Indexer)
}

const NAME = 'builtin'
/**
 * Tools that are registered at once: as many as a store takes in one batch, and some tenths of a second of work. Where one
 * of them is broken, each is alone.
 */
const TOGETHER = 2_000

interface LocalTool {
  readonly name: string
  readonly execute?: AnyToolHandler
}

function countBuiltin(gateway: Gateway, customNamespaces: ReadonlySet<string>): number {
  const local = gateway.discovery.index.list({ backends: ['local'] })
  return local.filter(({ summary }) => kindOfTool(summary, customNamespaces) === 'builtin').length
}
