import type { ToolIndex } from '@toolscout/index'
import type { McpClosedError } from '@toolscout/mcp'
import { type ToolSource, ToolscoutError } from '@toolscout/model'
import { anySignal, messageOf, raceSignal } from '@toolscout/model/internal'
import type { DiscoveryProblem } from './discovery-problem.ts'
import { SourceExistsError, SourceFailedError, SourceRemovedError } from './errors.ts'
import { createRelister, DEFAULT_RELIST_INTERVAL_MS, type Relister } from './relister.ts'
import type { SchemaNotices } from './schema-notices.ts'
import { registerListing, type SourceReport } from './source-listing.ts'

/** Options of listing a source. */
export interface SourceOptions {
  /** Stops waiting for the listing. Default: the source's own deadlines. */
  readonly signal?: AbortSignal | undefined
}

/** Options of adding a source. */
export interface AddSourceOptions extends SourceOptions {
  /** Labels of all its tools, found by searches and used in filters. Default none. */
  readonly tags?: readonly string[] | undefined
}

/** The sources that are connected, kept in step with the index. */
export interface ToolSources {
  readonly get: (name: string) => ToolSource | undefined
  readonly names: () => readonly string[]
  /** Whether a source of this name is there that has not ended. */
  readonly isTaken: (name: string) => boolean
  /**
   * Lists a source, registers its tools, and follows its changes until it is closed. Takes the place of a source of
   * its name that has ended. When listing rejects, the source is closed and not kept; tools that were there before,
   * restored from a store or of the one that ended, stay.
   * @throws SourceExistsError `SOURCE_EXISTS`, SourceRemovedError `SOURCE_REMOVED`, or what listing rejects with.
   */
  readonly add: (source: ToolSource, options?: AddSourceOptions) => Promise<SourceReport>
  /** Lists a source again, see {@link ToolSources.add}. `undefined` when there is none of that name. */
  readonly refresh: (name: string, options?: SourceOptions) => Promise<SourceReport | undefined>
  /** Closes the source of this name, if there is one; the tools of that name leave the index, also restored ones. */
  readonly remove: (name: string) => Promise<void>
  /** Removes the source of this name if it is this one. */
  readonly drop: (source: ToolSource) => Promise<void>
  /** Closes all. */
  readonly close: () => Promise<void>
}

/** What sources are followed with. */
export interface ToolSourcesOptions {
  /** Hears of sources that could not be listed again, and of those that ended by themselves. */
  readonly onError: (problem: DiscoveryProblem) => void
  /** Says what will not be checked of tools. */
  readonly schemaNotices: SchemaNotices
}

interface Entry {
  readonly source: ToolSource
  readonly tags: readonly string[] | undefined
  /** Aborts when the entry leaves. */
  readonly life: AbortController
  readonly relister: Relister
  stopFollowing: () => void
  hasEnded: boolean
  /** Whether tools of a listing may be in the index. */
  isListed: boolean
  /** The listing that was begun last; never rejects. */
  listed: Promise<unknown>
}

/** Creates the set of sources of an index. */
export function createToolSources(index: ToolIndex, options: ToolSourcesOptions): ToolSources {
  const entries = new Map<string, Entry>()
  const isCurrent = (entry: Entry): boolean => entries.get(entry.source.name) === entry

  /** Listings of one source follow one another, so that an older one never overwrites a newer one. */
  const list = (entry: Entry, signal: AbortSignal | undefined): Promise<SourceReport> => {
    const ending = anySignal(signal, entry.life.signal)
    const listing = entry.listed.then(async () => {
      ending.throwIfAborted()
      const listed = await raceSignal(entry.source.list({ signal: ending }), ending)
      // The source may have gone while it answered.
      ending.throwIfAborted()
      entry.isListed = true
      const labelled = { name: entry.source.name, tags: entry.tags }
      return registerListing({ index, schemaNotices: options.schemaNotices }, labelled, listed)
    })
    entry.listed = listing.catch(() => {})
    return raceSignal(listing, ending)
  }

  const relist = async (entry: Entry): Promise<void> => {
    try {
      await list(entry, undefined)
    } catch (error) {
      if (isCurrent(entry)) report(options.onError, { kind: 'source', error, source: entry.source.name })
    }
  }

  const createEntry = (source: ToolSource, tags: readonly string[] | undefined): Entry => {
    const entry: Entry = {
      source,
      tags,
      life: new AbortController(),
      relister: createRelister(() => relist(entry), DEFAULT_RELIST_INTERVAL_MS),
      stopFollowing: () => {},
      hasEnded: false,
      isListed: false,
      listed: Promise.resolve(),
    }
    return entry
  }

  const follow = (entry: Entry): void => {
    entry.stopFollowing = entry.source.onChange(entry.relister.changed)
    void entry.source.closed?.then((reason) => {
      entry.hasEnded = true
      if (isCurrent(entry) && !isClosedByCaller(reason))
        report(options.onError, { kind: 'sourceClosed', error: reason, source: entry.source.name })
    })
  }

  const release = async (entry: Entry): Promise<void> => {
    if (isCurrent(entry)) entries.delete(entry.source.name)
    entry.life.abort(new SourceRemovedError(entry.source.name))
    entry.relister.stop()
    entry.stopFollowing()
    await entry.source.close()
  }

  const remove = async (entry: Entry | undefined): Promise<void> => {
    if (entry === undefined || !isCurrent(entry)) return
    entries.delete(entry.source.name)
    index.unregisterServer(entry.source.name)
    await release(entry)
  }

  return {
    get: (name) => entries.get(name)?.source,
    names: () => [...entries.keys()],
    isTaken: (name) => entries.get(name)?.hasEnded === false,
    add: async (source, { signal, tags } = {}) => {
      signal?.throwIfAborted()
      const before = entries.get(source.name)
      if (before?.hasEnded === false) throw new SourceExistsError(source.name)
      const entry = createEntry(source, tags)
      entries.set(source.name, entry)
      try {
        follow(entry)
        // The tools of the one that ended stay until this one has said which there are.
        if (before !== undefined) await release(before)
        return await list(entry, signal)
      } catch (error) {
        if (!isCurrent(entry)) await source.close()
        else if (entry.isListed) await remove(entry)
        // Tools that are there were there before.
        else await release(entry)
        throw error
      }
    },
    refresh: async (name, { signal } = {}) => {
      const entry = entries.get(name)
      return entry === undefined ? undefined : list(entry, signal)
    },
    remove: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) index.unregisterServer(name)
      else await remove(entry)
    },
    drop: async (source) => {
      const entry = entries.get(source.name)
      if (entry?.source === source) await remove(entry)
    },
    close: async () => {
      await Promise.all([...entries.values()].map(remove))
    },
  }
}

/** Told by its code, because the class would bring everything that speaks MCP along. */
function isClosedByCaller(reason: unknown): boolean {
  if (!(reason instanceof ToolscoutError) || reason.code !== 'MCP_CLOSED') return false
  return (reason as McpClosedError).details.by === 'caller'
}

/** Reports a problem in the background; a handler that fails is a process warning. */
function report(
  handler: ToolSourcesOptions['onError'],
  { kind, error, source }: DiscoveryProblem & { readonly source: string },
): void {
  try {
    const typed = error instanceof ToolscoutError ? error : new SourceFailedError(source, error)
    handler({ kind, error: typed, source })
  } catch (mistake) {
    const why = mistake instanceof Error ? mistake : messageOf(mistake)
    process.emitWarning(why, { type: 'ToolscoutWarning', code: 'TOOLSCOUT_LISTENER_FAILED' })
  }
}
