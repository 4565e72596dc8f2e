import type { ToolIndex } from '@toolscout/index'
import {
  type CatalogBatch,
  type CatalogStore,
  type Observer,
  RevisionForgottenError,
  type StoreUnavailableError,
} from '@toolscout/model'
import {
  anySignal,
  type CatalogToolChange,
  nextTurn,
  observeFact,
  onAbort,
  pause,
  systemClock,
} from '@toolscout/model/internal'
import { DiscoveryClosedError } from '../errors.ts'
import type { WriteBehind } from './write-behind.ts'

/** Pause after an unexpected failure. */
const RETRY_MS = 5_000
/** Tools that are taken in at once, so that nothing else waits long meanwhile. */
const AT_ONCE = 512

/** What is followed, and where it goes. */
export interface FollowDeps {
  readonly store: CatalogStore
  readonly index: Pick<ToolIndex, 'ids'>
  readonly behind: Pick<WriteBehind, 'settled' | 'takeIn'>
  readonly onError: (error: unknown) => void
  readonly observer: Observer | undefined
}

/** Takes in what other processes change in a store; one with a single writer needs no following. */
export class FollowedStore {
  /** Why changes cannot be heard at the moment; `undefined` while they can. */
  away: StoreUnavailableError | undefined
  readonly #ended = new AbortController()
  readonly #following: Promise<void>
  readonly #deps: FollowDeps
  readonly #waiting = new Set<{ readonly revision: number; readonly done: () => void }>()

  constructor(deps: FollowDeps) {
    this.#deps = deps
    this.#following = this.#follow()
  }

  async #follow(): Promise<void> {
    const { store, behind, onError } = this.#deps
    const { signal } = this.#ended
    const onAway = (error: StoreUnavailableError | undefined): void => {
      this.away = error
    }
    while (!signal.aborted) {
      try {
        const batches = store.changes?.({ after: behind.settled, signal, onAway }) ?? []
        for await (const batch of batches) await this.#takeIn(batch)
        return
      } catch (error) {
        if (signal.aborted) return
        try {
          // Too far behind: what there is now is the way to go on.
          if (error instanceof RevisionForgottenError) await this.#takeInAll()
          else throw error
        } catch (failure) {
          if (!signal.aborted) onError(failure)
          await pause(systemClock, RETRY_MS, signal).catch(() => undefined)
        }
      }
    }
  }

  /** Resolves when everything up to a revision has been taken in. Rejects with the signal's reason. */
  async reached(revision: number, given: AbortSignal | undefined): Promise<void> {
    const either = anySignal(given, this.#ended.signal)
    either.throwIfAborted()
    if (this.#deps.behind.settled >= revision) return
    const waiting = this.#waiting
    await new Promise<void>((resolve, reject) => {
      const one = {
        revision,
        done: () => {
          stopListening()
          resolve()
        },
      }
      const stopListening = onAbort(either, () => {
        waiting.delete(one)
        reject(either.reason)
      })
      waiting.add(one)
    })
  }

  /** Hears no more. Never rejects. */
  async close(): Promise<void> {
    this.#ended.abort(new DiscoveryClosedError('waiting for a revision'))
    await this.#following
  }

  async #takeIn(batch: CatalogBatch, isPart = false): Promise<void> {
    const { behind, observer } = this.#deps
    await behind.takeIn(batch, isPart)
    const { ageMs: lagMs } = batch
    if (lagMs !== undefined) observeFact(observer, () => ({ kind: 'feed', lagMs }))
    for (const one of this.#waiting) {
      if (one.revision > behind.settled) continue
      this.#waiting.delete(one)
      one.done()
    }
  }

  /** Everything the store holds now, in the place of what is here. */
  async #takeInAll(): Promise<void> {
    const { store, index } = this.#deps
    const { signal } = this.#ended
    // What is appended meanwhile comes as a batch, and may come twice.
    const revision = await store.revision({ signal })
    const known = new Set(index.ids())
    let changes: CatalogToolChange[] = []
    for await (const record of store.load({ signal })) {
      known.delete(record.tool.id)
      changes.push({ type: 'put', record })
      if (changes.length < AT_ONCE) continue
      await this.#takeIn({ revision, changes }, true)
      changes = []
      await nextTurn()
    }
    changes.push(...[...known].map((id) => ({ type: 'delete' as const, id })))
    await this.#takeIn({ revision, changes })
  }
}
