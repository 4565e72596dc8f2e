import { compareIds, formatToolId, parseToolId, type ToolFilter } from '@toolscout/model'
import {
  checkOptions,
  compileKnown,
  highestVersion,
  isToolId,
  namespaceKey,
  type OptionKind,
} from '@toolscout/model/internal'
import type { RegisteredTool, Tools } from './registered-tools.ts'

/** The index as it was at one moment; later changes do not reach it. Costs nothing to take. */
export interface ToolIndexSnapshot {
  /** Version of the index it was taken from. */
  readonly version: number
  /** Tools there are. */
  readonly size: number
  /** The tool with exactly this id. */
  readonly get: (id: string) => RegisteredTool | undefined
  /** The tool a reference means: exactly its id, else its highest version. */
  readonly resolve: (reference: string, options?: ResolveOptions) => RegisteredTool | undefined
  /** All tools that pass, by id. */
  readonly list: (filter?: ToolFilter) => readonly RegisteredTool[]
  /** Every id in ascending order. */
  readonly ids: () => readonly string[]
  /** Every namespace that has a tool, in ascending order; `''` for tools without one. */
  readonly namespaces: () => readonly string[]
}

/** A snapshot of tools that do not change any more. */
export function createSnapshot(tools: Tools, version: number): ToolIndexSnapshot {
  return Object.freeze({
    version,
    size: tools.size,
    get: tools.get,
    resolve: (reference, options) => resolveTool(tools, reference, options),
    list: (filter) => listTools(tools, filter),
    ids: () => Object.freeze([...tools.ids()]),
    namespaces: () => listNamespaces(tools),
  } satisfies ToolIndexSnapshot)
}

/** The tools that pass, in ascending order of id: behind the id `after`, at most `count`. */
export function listTools(
  tools: Tools,
  filter: ToolFilter | undefined,
  {
    after,
    count = Number.POSITIVE_INFINITY,
  }: { readonly after?: string | undefined; readonly count?: number } = {},
): readonly RegisteredTool[] {
  const passes = filter === undefined ? undefined : compileKnown(filter)
  const { namespaces, visibility } = filter ?? {}
  const found: RegisteredTool[] = []
  for (const prefix of prefixesOf(namespaces))
    for (const tool of tools.values({ after, prefix, passes }))
      if (found.length >= count) break
      else if (visibility === undefined || visibility.allows(tool.summary)) found.push(tool)
  return Object.freeze(found)
}

/** What ids of some namespaces begin with, in ascending order; ids of tools without one begin in any way. */
function prefixesOf(namespaces: readonly string[] = ['']): readonly string[] {
  const keys = new Set(namespaces.map(namespaceKey))
  return keys.has('') ? [''] : [...keys].map((key) => `${key}:`).sort(compareIds)
}

/** Every namespace that has a tool, in ascending order; `''` for tools without one. */
export function listNamespaces(tools: Tools): readonly string[] {
  // Ids with the same beginning are of one namespace, so one of its tools is looked at.
  const byPrefix = new Map<string, string>()
  for (const id of tools.ids()) {
    const prefix = id.slice(0, id.indexOf(':') + 1)
    if (!byPrefix.has(prefix)) byPrefix.set(prefix, tools.factsOf(id)?.namespace ?? '')
  }
  return Object.freeze([...new Set(byPrefix.values())].sort(compareIds))
}

/** Options of `resolve`. */
export interface ResolveOptions {
  /** Only versions in this range count, see `parseVersionRange`. Default: every version. */
  readonly range?: string | undefined
}

const RESOLVE_OPTIONS: { readonly [Option in keyof ResolveOptions]-?: OptionKind } = { range: 'string' }

/**
 * Finds the tool a reference means: the tool with exactly this id; else, for a reference without a version, the
 * highest version of that tool that is no prerelease, by semver, or the highest prerelease where there is nothing else.
 * With a range, the highest version in it. `undefined` when there is none.
 *
 * @throws InvalidVersionError `INVALID_VERSION` when the range cannot be read. @throws TypeError for an unknown option, and
 * a range that is no text.
 */
export function resolveTool(
  tools: Tools,
  reference: string,
  options?: ResolveOptions,
): RegisteredTool | undefined {
  if (options !== undefined) checkOptions('the options of resolve', options, RESOLVE_OPTIONS)
  const exact = tools.get(reference)
  const range = options?.range
  if (range === undefined && exact !== undefined) return exact
  if (!isToolId(reference)) return undefined
  const id = parseToolId(reference)
  if (id.version !== undefined) return range === undefined ? undefined : inRange([exact], range)
  const prefix = formatToolId({ ...id, version: 'v' }).slice(0, -1)
  return inRange([...tools.values({ prefix })], range)
}

function inRange(
  candidates: readonly (RegisteredTool | undefined)[],
  range: string | undefined,
): RegisteredTool | undefined {
  const byVersion = new Map(candidates.map((candidate) => [candidate?.summary.version ?? '', candidate]))
  byVersion.delete('')
  return byVersion.get(highestVersion(byVersion.keys(), range) ?? '')
}
