import { formatToolId, parseToolId } from '@toolscout/model'
import { highestVersion, isToolId } from '@toolscout/model/internal'
import type { RegisteredTool } from './registered-tool.ts'
import type { ToolTree } from './tool-tree.ts'

/** How a reference is resolved. */
export interface ResolveOptions {
  /** Only versions in this range count, see `parseVersionRange`. Default: every version. */
  readonly range?: string | undefined
}

/**
 * Finds the tool a reference means: the tool with exactly this id; else, for a reference without a version, the
 * highest version of that tool, by semver. With a range, the highest version in it. `undefined` when none fits.
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
