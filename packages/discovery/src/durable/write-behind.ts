import type { ToolIndex } from '@toolscout/index'
import type { CatalogBatch, CatalogChange, CatalogStore } from '@toolscout/model'
import type { ToolDocStore } from '@toolscout/tooldoc'
import { createTurns } from './turns.ts'

/** Most changes of one batch: some megabytes, which a store takes in a fraction of a second. */
const MAX_BATCH = 2_000
/** Pause before changes that could not be kept are tried again by themselves. */
const RETRY_MS = 5_000

/** Brings what changes in an index to a store, and what others changed there to the index. */
export interface WriteBehind {
  /** The latest revision of the store that is known of. */
  readonly revision: () => number
  /** The revision up to which the index holds everything; it may hold some of what came later. */
  readonly settled: () => number
  /**
   * Has the index hold what a batch of the store changed. What was changed here since stays, and is written after it. Batches
   * come in order, those that were written from here among them. More of the same revision may follow one that is a part.
   */
  readonly takeIn: (batch: CatalogBatch, isPart?: boolean) => Promise<void>
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
export interface WriteBehindDeps {
  readonly index: ToolIndex
  readonly toolDocs: Pick<ToolDocStore, 'save' | 'restore'>
  readonly store: CatalogStore
  /** The revision of the store that the index holds. */
  readonly revision: number
  readonly onError: (error: unknown) => void
  /** Called after each batch, from here or from another process. */
  readonly onKept: (changes: number) => void
}

/** Follows an index from now on. A tool that changes several times between two batches is written once. */
export function createWriteBehind(deps: WriteBehindDeps): WriteBehind {
  const { index, toolDocs, store, onError, onKept } = deps
  const dirty = new Set<string>()
  const isShared = store.changes !== undefined
  const inTurn = createTurns()
  /** By id: the revision that was written from here, until it comes back as a batch. */
  const ownAt = new Map<string, number>()
  let { revision } = deps
  let takenIn = revision
  let isTakingIn = false
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
  const writeBatch = async (): Promise<void> => {
    const ids = [...dirty].slice(0, MAX_BATCH)
    for (const id of ids) dirty.delete(id)
    try {
      revision = await store.append(ids.map(toChange))
    } catch (error) {
      for (const id of ids) dirty.add(id)
      throw error
    }
    if (isShared) for (const id of ids) ownAt.set(id, revision)
    onKept(ids.length)
  }
  const writeAll = async (): Promise<void> => {
    while (dirty.size > 0) await inTurn(writeBatch)
  }
  const isNewer = (id: string, than: number): boolean => dirty.has(id) || (ownAt.get(id) ?? 0) >= than
  const takeIn = ({ revision: at, changes }: CatalogBatch, isPart: boolean): void => {
    const taken = changes.flatMap((change) => {
      if (change.type !== 'put' && change.type !== 'delete') return []
      return isNewer(change.type === 'put' ? change.record.tool.id : change.id, at) ? [] : change
    })
    isTakingIn = true
    try {
      for (const change of taken)
        if (change.type === 'put') toolDocs.restore(change.record.tool.id, change.record.toolDoc)
      index.takeRecords(taken)
    } finally {
      isTakingIn = false
    }
    if (taken.length > 0) onKept(taken.length)
    if (isPart) return
    takenIn = at
    for (const [id, own] of ownAt) if (own <= at) ownAt.delete(id)
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
    if (isTakingIn) return
    for (const change of changes) if ('id' in change) touch(change.id)
  })
  return {
    revision: () => Math.max(revision, takenIn),
    settled: () => (isShared ? takenIn : revision),
    takeIn: (batch, isPart = false) => inTurn(async () => takeIn(batch, isPart)),
    flush,
    append: async (changes) => {
      // One after the other, so that the reported revision is the latest.
      await flush()
      revision = await inTurn(() => store.append(changes))
    },
    touch,
    close: async () => {
      stopFollowing()
      clearTimeout(timer)
      await flush()
    },
  }
}
