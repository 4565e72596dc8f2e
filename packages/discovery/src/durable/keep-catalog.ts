import type { ToolIndex } from '@toolscout/index'
import type { CatalogStore, Degradation, Observer } from '@toolscout/model'
import type { SnapshotSearcher } from '@toolscout/search'
import type { ToolDocStore } from '@toolscout/tooldoc'
import type { DurableCatalog } from './durable-catalog.ts'
import { followOthers } from './follow-others.ts'
import { WORDS_CHECKPOINT } from './restore-ranking.ts'
import { createWriteBehind } from './write-behind.ts'

/** Changes after which a checkpoint is worth its writing: an opening takes them one by one, some thousand a second. */
const LEAST_CHANGES = 1_000
/** Or this part of the catalog, since a checkpoint is as large as the catalog. */
const SHARE_OF_CATALOG = 0.1
/** How long nothing is kept before a checkpoint is made: while many tools come in, each one would be made for nothing. */
const QUIET_MS = 1_000
/** Longest time a checkpoint waits for that. */
const MAX_WAIT_MS = 30_000

const NO_PROBLEMS: readonly Degradation[] = Object.freeze([])

/** A durable catalog as the facade works with it. */
export interface KeptCatalog extends Omit<DurableCatalog, 'restored'> {
  /** What is missing of the catalog at the moment, such as changes of other processes. */
  readonly problems: () => readonly Degradation[]
  /** The documentation of a tool has changed. */
  readonly touch: (id: string) => void
  /** Ends what works in the background, keeps everything, and closes the store. Never rejects. */
  readonly close: () => Promise<void>
  readonly onClose: (listener: () => void) => void
  /** A checkpoint is to be made beside everything else. */
  readonly checkpointSoon: () => void
}

/** What is kept, and where. */
export interface KeptCatalogDeps {
  readonly index: ToolIndex
  readonly toolDocs: ToolDocStore
  readonly store: CatalogStore
  /** The searcher whose state a checkpoint saves; absent where another one ranks. */
  readonly words: SnapshotSearcher | undefined
  readonly revision: number
  /** The revision the saved checkpoint is of; `undefined` when there is none to go on from. */
  readonly savedAt: number | undefined
  readonly onError: (error: unknown) => void
  readonly observer: Observer | undefined
}

/** Keeps what changes from now on. */
export function createKeptCatalog(deps: KeptCatalogDeps): KeptCatalog {
  const { index, store, words, onError } = deps
  const listeners: (() => void)[] = []
  let changesSince = 0
  let quiet: NodeJS.Timeout | undefined
  let longest: NodeJS.Timeout | undefined
  let { savedAt } = deps
  let saving: Promise<void> | undefined
  const behind = createWriteBehind({
    ...deps,
    onKept: (changes) => {
      changesSince += changes
      if (changesSince >= Math.max(LEAST_CHANGES, SHARE_OF_CATALOG * index.size)) checkpointWhenQuiet()
    },
  })
  const stopWaiting = (): void => {
    clearTimeout(quiet)
    clearTimeout(longest)
    longest = undefined
  }
  const save = async (): Promise<void> => {
    await behind.flush()
    stopWaiting()
    const revision = behind.settled()
    if (words === undefined || revision === savedAt) return
    // At one moment: nothing may change between the revision and the bytes. They may hold some of what came later.
    const bytes = words.snapshot(String(revision))
    changesSince = 0
    await store.saveCheckpoint(WORDS_CHECKPOINT, { revision, bytes })
    savedAt = revision
  }
  const checkpoint = (): Promise<void> => {
    saving ??= save().finally(() => {
      saving = undefined
    })
    return saving
  }
  const checkpointWhenQuiet = (): void => {
    clearTimeout(quiet)
    quiet = setTimeout(checkpointSoon, QUIET_MS).unref()
    longest ??= setTimeout(checkpointSoon, MAX_WAIT_MS).unref()
  }
  const checkpointSoon = (): void => {
    changesSince = 0
    checkpoint().catch(onError)
  }
  const followed = followOthers({ store, index, behind, onError, observer: deps.observer })
  return {
    revision: behind.revision,
    isShared: store.changes !== undefined,
    reached: async (revision, { signal } = {}) => {
      if (store.changes !== undefined) return followed.reached(revision, signal)
      await behind.flush()
      if (revision > behind.revision()) throw new RangeError(`The store has no revision ${revision}.`)
    },
    problems: () => {
      const error = followed.away()
      if (error === undefined) return NO_PROBLEMS
      const reason = `Changes of other processes do not arrive: ${error.message}`
      return [Object.freeze({ part: 'catalog', reason })]
    },
    flush: behind.flush,
    touch: behind.touch,
    items: (kind) => store.items(kind),
    setItems: (changes) =>
      behind.append(
        changes.map(({ kind, key, value }) =>
          value === undefined
            ? { type: 'deleteItem', kind, key }
            : { type: 'putItem', item: { kind, key, value } },
        ),
      ),
    checkpoint,
    checkpointSoon,
    onClose: (listener) => void listeners.push(listener),
    close: async () => {
      for (const listener of listeners) listener()
      await followed.close()
      try {
        await behind.close()
        await checkpoint()
      } catch (error) {
        onError(error)
      }
      stopWaiting()
      await store.close()
    },
  }
}
