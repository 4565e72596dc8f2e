import { inSlices } from '@toolscout/index/internal'
import type { ToolSource } from '@toolscout/model'
import { createSlices } from '@toolscout/model/internal'
import type { AddSourceOptions, SourceOptions, SourceReport } from './discovery.ts'
import { SourceExistsError } from './errors.ts'
import { FollowedSource, type SourcesDeps } from './followed-source.ts'

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
  /** Closes all; their tools leave the index, unless a store keeps them. */
  readonly close: (areKept: boolean) => Promise<void>
}

/** Creates the set of sources of an index. */
export function createToolSources(deps: SourcesDeps): ToolSources {
  const { index } = deps
  const entries = new Map<string, FollowedSource>()
  const isCurrent = (entry: FollowedSource): boolean => entries.get(entry.name) === entry
  const release = async (entry: FollowedSource): Promise<void> => {
    if (isCurrent(entry)) entries.delete(entry.name)
    await entry.close()
  }
  /** As if it listed nothing any more, in slices. */
  const withdraw = (name: string): Promise<unknown> =>
    inSlices(index).registerMcp(name, [], { listing: { complete: true }, slices: createSlices() })
  const remove = async (entry: FollowedSource | undefined): Promise<void> => {
    if (entry === undefined || !isCurrent(entry)) return
    entries.delete(entry.name)
    // Closed at once, so that it lists nothing again.
    await Promise.all([withdraw(entry.name), entry.close()])
  }
  return {
    get: (name) => entries.get(name)?.source,
    names: () => [...entries.keys()],
    isTaken: (name) => entries.get(name)?.hasEnded === false,
    add: async (source, { signal, ...given } = {}) => {
      signal?.throwIfAborted()
      const before = entries.get(source.name)
      if (before?.hasEnded === false) throw new SourceExistsError(source.name)
      const entry = new FollowedSource(source, { ...deps, given, isCurrent })
      entries.set(source.name, entry)
      try {
        entry.follow()
        // The tools of the one that ended stay until this one has said which there are.
        if (before !== undefined) await release(before)
        return await entry.list(signal)
      } catch (error) {
        if (!isCurrent(entry)) await source.close()
        else if (entry.isListed) await remove(entry)
        // Tools that are there were there before.
        else await release(entry)
        throw error
      }
    },
    refresh: async (name, { signal } = {}) => entries.get(name)?.list(signal),
    remove: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) await withdraw(name)
      else await remove(entry)
    },
    drop: async (source) => {
      const entry = entries.get(source.name)
      if (entry?.source === source) await remove(entry)
    },
    close: async (areKept) => {
      await Promise.all([...entries.values()].map(areKept ? release : remove))
    },
  }
}
