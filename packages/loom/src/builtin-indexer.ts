import { listToolSet, type ToolSet } from '@toolscout/model'
import type { Registry } from '@toolscout/registry'
import type { Indexer, IndexProblem } from './indexer.ts'
import { toProblem } from './problems.ts'
import { kindOfTool } from './tool-ids.ts'

/**
 * Indexes functions of this process: those that are given here, and all that were registered otherwise. Given ones are
 * registered one by one, so that a broken one harms no other.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the tools are neither a list nor a record.
 */
export function createBuiltinIndexer(tools: ToolSet = []): Indexer {
  const entries = listToolSet(tools)
  return Object.freeze({
    kind: 'builtin',
    namespaces: Object.freeze([]),
    index: async (registry, { names, customNamespaces, signal }) => {
      signal?.throwIfAborted()
      if (names?.includes(NAME) === false) return []
      const changed: string[] = []
      const problems: IndexProblem[] = []
      for (const { definition, handler } of entries) {
        const tool = { ...(definition as { readonly name: string }), ...(handler && { execute: handler }) }
        try {
          const { registered, updated } = await registry.register([tool])
          changed.push(...registered, ...updated)
        } catch (error) {
          problems.push(toProblem(error, String(tool.name)))
        }
        signal?.throwIfAborted()
      }
      return [
        Object.freeze({
          name: NAME,
          description: 'Functions of this process.',
          complete: true,
          available: true,
          tools: countBuiltin(registry, customNamespaces),
          changed: Object.freeze(changed),
          removed: Object.freeze([]),
          problems: Object.freeze(problems),
        }),
      ]
    },
  } satisfies Indexer)
}

const NAME = 'builtin'

function countBuiltin(registry: Registry, customNamespaces: ReadonlySet<string>): number {
  const local = registry.discovery.index.list({ backends: ['local'] })
  return local.filter(({ summary }) => kindOfTool(summary, customNamespaces) === 'builtin').length
}
