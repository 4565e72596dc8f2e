import {
  type Backend,
  type CatalogRecord,
  compareIds,
  compileFilter,
  formatToolId,
  parseToolId,
  type Tool,
  type ToolFilter,
  type ToolSummary,
  ToolscoutError,
} from '@toolscout/model'
import { type CatalogReader, highestVersion, isToolId, quote } from '@toolscout/model/internal'
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

/** `STORED_TOOL_MISSING`: a store has no tool that it listed a moment ago. It was changed by another process, or is damaged. */
class StoredToolMissingError extends ToolscoutError<{ readonly id: string }> {
  constructor(id: string) {
    super('STORED_TOOL_MISSING', `The store has lost the tool ${quote(id)}; verify it, and open it again.`, {
      details: { id },
    })
  }
}

/**
 * A tool in a store, read on first use: first its summary, then all of it, and kept from then on. A class, because a
 * hundred thousand of them share their methods.
 */
export class StoredTool implements RegisteredTool {
  readonly #id: string
  readonly #reader: CatalogReader
  #summary: ToolSummary | undefined
  #record: CatalogRecord | undefined

  constructor(id: string, reader: CatalogReader) {
    this.#id = id
    this.#reader = reader
  }

  get summary(): ToolSummary {
    this.#summary ??= this.#reader.summary(this.#id)
    if (this.#summary === undefined) throw new StoredToolMissingError(this.#id)
    return this.#summary
  }

  get tool(): Tool {
    return this.#read().tool
  }

  get backends(): readonly Backend[] {
    return this.#read().backends
  }

  get notes(): string {
    return this.#read().notes
  }

  #read(): CatalogRecord {
    this.#record ??= this.#reader.record(this.#id)
    if (this.#record === undefined) throw new StoredToolMissingError(this.#id)
    return this.#record
  }
}
