import { compareIds, compileFilter, type ToolFilter } from '@toolscout/model'
import type { RegisteredTool } from './registered-tool.ts'
import { type ResolveOptions, resolveTool } from './resolve-tool.ts'
import type { ToolTree } from './tool-tree.ts'

/** The index as it was at one moment; later changes do not reach it. Costs nothing to take. */
export interface ToolIndexSnapshot {
  /** Version of the index it was taken from. */
  readonly version: number
  readonly size: number
  readonly get: (id: string) => RegisteredTool | undefined
  readonly resolve: (reference: string, options?: ResolveOptions) => RegisteredTool | undefined
  /** All tools that pass, in ascending order of id. */
  readonly list: (filter?: ToolFilter) => readonly RegisteredTool[]
  /** Every namespace that has a tool, in ascending order; `''` stands for tools without one. */
  readonly namespaces: () => readonly string[]
}

/** Reads a tree that nobody changes any more. */
export function createSnapshot(tree: ToolTree, version: number): ToolIndexSnapshot {
  return Object.freeze({
    version,
    size: tree.size,
    get: tree.get,
    resolve: (reference: string, options?: ResolveOptions) => resolveTool(tree, reference, options),
    list: (filter?: ToolFilter) => {
      const passes = compileFilter(filter)
      return Object.freeze([...tree.values()].filter(({ summary }) => passes(summary)))
    },
    namespaces: () => {
      const namespaces = new Set<string>()
      for (const { summary } of tree.values()) namespaces.add(summary.namespace ?? '')
      return Object.freeze([...namespaces].sort(compareIds))
    },
  })
}
