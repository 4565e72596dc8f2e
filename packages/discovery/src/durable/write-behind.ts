import type { ToolIndex } from '@toolscout/index'
import { inSlices } from '@toolscout/index/internal'
import {
  type CatalogBatch,
  type CatalogChange,
  type CatalogStore,
  StoreUnavailableError,
} from '@toolscout/model'
import { type CatalogCopy, createTurns, messageOf, nextTurn, systemClock } from '@toolscout/model/internal'
import type { ToolDocStore } from '@toolscout/tooldoc'

/** Most changes of one batch: some megabytes, which a store takes in a fraction of a second. */
const MAX_BATCH = 2_000
/** Pause before changes that could not be kept are tried again by themselves. */
const RETRY_MS = 5_000

/** What is followed, and where it goes. */
export interface WriteBehindDeps {
  readonly index: ToolIndex
  readonly toolDocs: Pick<ToolDocStore, 'save' | 'restore'>
  readonly store: CatalogStore
  /** What the index reads of a store that cannot be read without waiting. */
  readonly copy?: Pick<CatalogCopy, 'take'> | undefined
  /** The revision of the store that the index holds. */
  readonly revision: number
  readonly onError: (error: unknown) => void
  /** Called after each batch, from here or from another process. */
  readonly onKept: (changes: number) => void
}

/**
 * Brings what changes in an index to a store, and what others changed there to the index. A tool that changes several
 * times between two batches is written once. Methods reject as the store does, but for `flush`.
 */
export class WriteBehind {
  #revision: number
  #takenIn: number
  readonly #isShared: boolean
  readonly #deps: WriteBehindDeps
  readonly #dirty = new Set<string>()
  /** By id: the revision that was written from here, until it comes back as a batch. */
  readonly #ownAt = new Map<string, number>()
  readonly #stopFollowing: () => void
  readonly #inTurn = createTurns()
  #writing: Promise<void> | undefined
  #stopRetrying: (() => void) | undefined
  #isTakingIn = false
  #isPlanned = false

  constructor(deps: WriteBehindDeps) {
    this.#deps = deps
    this.#revision = deps.revision
    this.#takenIn = deps.revision
    this.#isShared = deps.store.changes !== undefined
    this.#stopFollowing = deps.index.onChange(({ changes }) => {
      if (this.#isTakingIn) return
      for (const change of changes) if ('id' in change) this.touch(change.id)
    })
  }

  /** The latest revision of the store that is known of. */
  get revision(): number {
    return Math.max(this.#revision, this.#takenIn)
  }

  /** The revision up to which the index holds everything; it may hold some of what came later. */
  get settled(): number {
    return this.#isShared ? this.#takenIn : this.#revision
  }

  /**
   * Has the index hold what a batch of the store changed. What was changed here since stays, and is written after it.
   * Batches come in order, those that were written from here among them. More of the same revision may follow a part.
   */
  takeIn(batch: CatalogBatch, isPart = false): Promise<void> {
    return this.#inTurn(async () => this.#takeBatch(batch, isPart))
  }

  /**
   * Resolves when what has changed up to now is durable. Rejects with `STORE_UNAVAILABLE` of the state `pending`: a
   * change is in force here before it is written, batches hold those of several callers, and what became of one may be
   * unknown, so none is taken back.
   */
  async flush(): Promise<void> {
    try {
      await this.#flush()
    } catch (cause) {
      const message = `What changed is in force in this process but not durable yet, and is tried again: ${messageOf(cause)}`
      throw new StoreUnavailableError(message, { store: this.#deps.store.name, state: 'pending' }, cause)
    }
  }

  async #flush(): Promise<void> {
    // What is being written was taken before; what came since is written after it.
    await this.#writing?.catch(() => {})
    if (this.#dirty.size === 0 && this.#writing === undefined) return
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  /** Brings changes that are about no tool. */
  async append(changes: readonly CatalogChange[]): Promise<void> {
    // One after the other, so that the reported revision is the latest.
    await this.#flush()
    this.#revision = await this.#inTurn(() => this.#deps.store.append(changes))
  }

  /** The tool with this id, or its documentation, has changed. */
  touch(id: string): void {
    // What is changed in the index itself of a catalog that is only read is for this process alone.
    if (this.#deps.store.isReadOnly === true) return
    this.#dirty.add(id)
    if (this.#isPlanned) return
    this.#isPlanned = true
    // Later, so that changes of one turn are one batch.
    void nextTurn().then(() => {
      this.#isPlanned = false
      this.#writeInBackground()
    })
  }

  /** Flushes a last time, and follows no more. */
  async close(): Promise<void> {
    this.#stopFollowing()
    this.#stopRetrying?.()
    await this.#flush().catch((cause: unknown) => {
      const message = `The catalog was closed, and changes of ${this.#dirty.size} tools may be lost: ${messageOf(cause)}`
      throw new StoreUnavailableError(message, { store: this.#deps.store.name, state: 'unknown' }, cause)
    })
  }

  async #takeBatch({ revision, changes }: CatalogBatch, isPart: boolean): Promise<void> {
    const { index, toolDocs, onKept } = this.#deps
    const taken = changes.flatMap((change) => {
      if (change.type !== 'put' && change.type !== 'delete') return []
      return this.#isNewer(change.type === 'put' ? change.record.tool.id : change.id, revision) ? [] : change
    })
    this.#isTakingIn = true
    try {
      for (const change of taken)
        if (change.type === 'put') toolDocs.restore(change.record.tool.id, change.record.toolDoc)
      index.takeRecords(taken)
    } finally {
      this.#isTakingIn = false
    }
    // A store that is read itself may be ahead of the index.
    if (this.#deps.copy !== undefined) await this.#leaveToStore(taken)
    if (taken.length > 0) onKept(taken.length)
    if (isPart) return
    this.#takenIn = revision
    for (const [id, own] of this.#ownAt) if (own <= revision) this.#ownAt.delete(id)
  }

  #isNewer(id: string, than: number): boolean {
    return this.#dirty.has(id) || (this.#ownAt.get(id) ?? 0) >= than
  }

  #writeInBackground(): void {
    this.#flush().catch((error: unknown) => {
      this.#deps.onError(error)
      this.#stopRetrying?.()
      const retry = (): void => this.#writeInBackground()
      this.#stopRetrying = systemClock.after(RETRY_MS, retry, { background: true })
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#dirty.size > 0) await this.#inTurn(() => this.#writeBatch())
  }

  async #writeBatch(): Promise<void> {
    const { store, onKept } = this.#deps
    const ids = [...this.#dirty].slice(0, MAX_BATCH)
    for (const id of ids) this.#dirty.delete(id)
    const changes = ids.map((id) => this.#toChange(id))
    try {
      this.#revision = await store.append(changes)
    } catch (error) {
      for (const id of ids) this.#dirty.add(id)
      throw error
    }
    if (this.#isShared) for (const id of ids) this.#ownAt.set(id, this.#revision)
    await this.#leaveToStore(changes)
    onKept(ids.length)
  }

  /** The index lets go of what the store holds, or the copy of it; not of what has changed again meanwhile. */
  async #leaveToStore(changes: readonly CatalogChange[]): Promise<void> {
    const { copy, index } = this.#deps
    await copy?.take(changes)
    const ids = changes.flatMap((change) => (change.type === 'put' ? change.record.tool.id : []))
    inSlices(index).release(ids.filter((id) => !this.#dirty.has(id)))
  }

  #toChange(id: string): CatalogChange {
    const registered = this.#deps.index.get(id)
    if (registered === undefined) return { type: 'delete', id }
    const { tool, backends, notes } = registered
    const toolDoc = this.#deps.toolDocs.save(id)
    return { type: 'put', record: { tool, backends, notes, ...(toolDoc === undefined ? {} : { toolDoc }) } }
  }
}
