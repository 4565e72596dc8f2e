import { compareIds, compileFilter, formatToolId, parseToolId, type ToolFilter } from '@toolscout/model'
import { highestVersion, isToolId } from '@toolscout/model/internal'
import type { RegisteredTool, ToolTree } from './tool-tree.ts'

/** The index as it was at one moment; later changes do not reach it. Costs nothing to take. */
export interface ToolIndexSnapshot {
  /** Version of the index it was taken from. */
  readonly version: number
  readonly size: number
  readonly get: (id: string) => RegisteredTool | undefined
  readonly resolve: (reference: string, options?: ResolveOptions) => RegisteredTool | undefined
  /** All tools that pass, in ascending order of id. */
  readonly list: (filter?: ToolFilter) => readonly RegisteredTool[]
  /** Every namespace that has a tool, in ascending order; `''` for tools without one. */
  readonly namespaces: () => readonly string[]
}

/** A snapshot of a tree that does not change any more. */
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

/** Options of `resolve`. */
export interface ResolveOptions {
  /** Only versions in this range count, see `parseVersionRange`. Default: every version. */
  readonly range?: string | undefined
}

/**
 * Finds the tool a reference means: the tool with exactly this id; else, for a reference without a version, the
 * highest version of that tool, by semver. With a range, the highest version in it. `undefined` when there is none.
 *
 * @throws InvalidVersionError `INVALID_VERSION` when the range cannot be read.
 */
export function resolveTool(
  tree: ToolTree,
  reference: string,
  options: ResolveOptions = {},
): RegisteredTool | undefined {
  const exact = tree.get(reference)
  if (options.range === undefined && exact !== undefined) return exact
  if (!isToolId(reference)) return undefined
  const id = parseToolId(reference)
  if (id.version !== undefined)
    return options.range === undefined ? undefined : inRange([exact], options.range)
  const prefix = formatToolId({ ...id, version: 'v' }).slice(0, -1)
  return inRange([...tree.withPrefix(prefix)], options.range)
}

function inRange(
  candidates: readonly (RegisteredTool | undefined)[],
  range: string | undefined,
): RegisteredTool | undefined {
  const byVersion = new Map<string, RegisteredTool>()
  for (const candidate of candidates) {
    const version = candidate?.summary.version
    if (candidate !== undefined && version !== undefined) byVersion.set(version, candidate)
  }
  const highest = highestVersion(byVersion.keys(), range)
  return highest === undefined ? undefined : byVersion.get(highest)
}
