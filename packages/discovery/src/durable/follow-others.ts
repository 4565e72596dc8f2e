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

/** Hears what other processes change in a store. */
export interface FollowedStore {
  /** Why they cannot be heard at the moment; `undefined` while they can. */
  readonly away: () => StoreUnavailableError | undefined
  /** Resolves when everything up to a revision has been taken in. Rejects with the signal's reason. */
  readonly reached: (revision: number, signal?: AbortSignal) => Promise<void>
  /** Hears no more. Never rejects. */
  readonly close: () => Promise<void>
}

/** What is followed, and where it goes. */
export interface FollowDeps {
  readonly store: CatalogStore
  readonly index: Pick<ToolIndex, 'list'>
  readonly behind: Pick<WriteBehind, 'settled' | 'takeIn'>
  readonly onError: (error: unknown) => void
  readonly observer: Observer | undefined
}

/** Follows a store that other processes write to; a store with a single writer needs no following. */
export function followOthers({ store, index, behind, onError, observer }: FollowDeps): FollowedStore {
  const ended = new AbortController()
  const { signal } = ended
  const waiting = new Set<{ readonly revision: number; readonly done: () => void }>()
  let away: StoreUnavailableError | undefined

  const takeIn = async (batch: CatalogBatch, isPart = false): Promise<void> => {
    await behind.takeIn(batch, isPart)
    const { ageMs: lagMs } = batch
    if (lagMs !== undefined) observeFact(observer, () => ({ kind: 'feed', lagMs }))
    for (const one of waiting) {
      if (one.revision > behind.settled()) continue
      waiting.delete(one)
      one.done()
    }
  }
  const onAway = (error: StoreUnavailableError | undefined): void => {
    away = error
  }
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const batches = store.changes?.({ after: behind.settled(), signal, onAway }) ?? []
        for await (const batch of batches) await takeIn(batch)
        return
      } catch (error) {
        if (signal.aborted) return
        try {
          // Too far behind: what there is now is the way to go on.
          if (error instanceof RevisionForgottenError) await takeInAll(store, { index, takeIn, signal })
          else throw error
        } catch (failure) {
          if (!signal.aborted) onError(failure)
          await pause(systemClock, RETRY_MS, signal).catch(() => undefined)
        }
      }
    }
  }
  const following = store.changes === undefined ? Promise.resolve() : follow()
  return {
    away: () => away,
    reached: async (revision, given) => {
      const either = anySignal(given, signal)
      either.throwIfAborted()
      if (behind.settled() >= revision) return
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
    },
    close: async () => {
      ended.abort(new DiscoveryClosedError('waiting for a revision'))
      await following
    },
  }
}

/** Everything a store holds now, in the place of what is here. */
async function takeInAll(
  store: CatalogStore,
  {
    index,
    takeIn,
    signal,
  }: {
    readonly index: FollowDeps['index']
    readonly takeIn: (batch: CatalogBatch, isPart?: boolean) => Promise<void>
    readonly signal: AbortSignal
  },
): Promise<void> {
  // What is appended meanwhile comes as a batch, and may come twice.
  const revision = await store.revision({ signal })
  const known = new Set(index.list().map(({ summary }) => summary.id))
  let changes: CatalogToolChange[] = []
  for await (const record of store.load({ signal })) {
    known.delete(record.tool.id)
    changes.push({ type: 'put', record })
    if (changes.length < AT_ONCE) continue
    await takeIn({ revision, changes }, true)
    changes = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  changes.push(...[...known].map((id) => ({ type: 'delete' as const, id })))
  await takeIn({ revision, changes })
}
