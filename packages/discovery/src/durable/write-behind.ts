import type { ToolIndex } from '@toolscout/index'
import type { CatalogChange, CatalogStore } from '@toolscout/model'
import type { ToolDocStore } from '@toolscout/tooldoc'
import type { StoreErrorHandler } from './durable-catalog.ts'

/** Most changes of one batch: some megabytes, which a store takes in a fraction of a second. */
const MAX_BATCH = 2_000
/** Pause before changes that could not be kept are tried again by themselves. */
const RETRY_MS = 5_000

/** Brings what changes in an index to a store. */
export interface WriteBehind {
  readonly revision: () => number
  /** Resolves when what has changed up to now is durable. Rejects as the store does. */
  readonly flush: () => Promise<void>
  /** Brings changes that are about no tool. Rejects as the store does. */
  readonly append: (changes: readonly CatalogChange[]) => Promise<void>
  /** The documentation of a tool has changed. */
  readonly touch: (id: string) => void
  /** Flushes a last time, and follows no more. Rejects as `flush` does. */
  readonly close: () => Promise<void>
}

/** What is followed, and where it goes. */
export interface WriteBehindParts {
  readonly index: ToolIndex
  readonly toolDocs: Pick<ToolDocStore, 'save'>
  readonly store: CatalogStore
  /** The revision of the store that the index holds. */
  readonly revision: number
  readonly onError: StoreErrorHandler
  /** Told after each batch. */
  readonly onKept: (changes: number) => void
}

/** Follows an index from now on. A tool that changes several times between two batches is written once. */
export function createWriteBehind(parts: WriteBehindParts): WriteBehind {
  const { index, toolDocs, store, onError, onKept } = parts
  const dirty = new Set<string>()
  let { revision } = parts
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isPlanned = false

  const toChange = (id: string): CatalogChange => {
    const registered = index.get(id)
    if (registered === undefined) return { type: 'delete', id }
    const { tool, backends, notes } = registered
    const toolDoc = toolDocs.save(id)
    return { type: 'put', record: { tool, backends, notes, ...(toolDoc === undefined ? {} : { toolDoc }) } }
  }
  const writeAll = async (): Promise<void> => {
    while (dirty.size > 0) {
      const ids = [...dirty].slice(0, MAX_BATCH)
      for (const id of ids) dirty.delete(id)
      try {
        revision = await store.append(ids.map(toChange))
      } catch (error) {
        for (const id of ids) dirty.add(id)
        throw error
      }
      onKept(ids.length)
    }
  }
  const flush = async (): Promise<void> => {
    // What is being written was taken before; what came since is written after it.
    await writing?.catch(() => {})
    if (dirty.size === 0 && writing === undefined) return
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    await writing
  }
  const inBackground = (): void => {
    flush().catch((error: unknown) => {
      onError(error)
      clearTimeout(timer)
      timer = setTimeout(inBackground, RETRY_MS).unref()
    })
  }
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    // Later, so that changes of one turn are one batch.
    setImmediate(() => {
      isPlanned = false
      inBackground()
    })
  }
  const touch = (id: string): void => {
    dirty.add(id)
    plan()
  }
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) if ('id' in change) touch(change.id)
  })
  return {
    revision: () => revision,
    flush,
    append: async (changes) => {
      // One after the other, so that the revision that is told is the latest.
      await flush()
      revision = await store.append(changes)
    },
    touch,
    close: async () => {
      stopFollowing()
      clearTimeout(timer)
      await flush()
    },
  }
}
