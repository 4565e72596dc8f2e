import type { Clock } from '@toolscout/model'
import { MAX_TIMEOUT_MS, messageOf, onAbort } from '@toolscout/model/internal'
import { EmbeddingsIncompleteError } from '../errors.ts'

/**
 * `ready`: every document has its vector. `embedding`: some are on their way. `waiting`: the embedder failed and is
 * asked again soon. `resting`: it failed so often that it is asked again only when there is a reason. `closed`: it is
 * not asked any more.
 */
export type EmbeddingState = 'ready' | 'embedding' | 'waiting' | 'resting' | 'closed'

/** How far an index of embeddings is. */
export interface EmbeddingProgress {
  readonly state: EmbeddingState
  /** The model whose vectors it holds. */
  readonly model: string
  readonly total: number
  /** How many documents have no vector yet. */
  readonly pending: number
  /** Why the embedder failed last; absent when it works. */
  readonly error?: unknown
}

/** A listener for progress. */
export type ProgressListener = (progress: EmbeddingProgress) => void

/** Those who want to know how far an index is. */
export interface Audience {
  /** Tells everybody how far it is now. */
  readonly tell: () => void
  readonly onProgress: (listener: ProgressListener) => () => void
  /** Resolves when everything is done, rejects when attempts are paused. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
}

/** Dependencies of progress listeners. */
export interface Stage {
  readonly progress: () => EmbeddingProgress
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Creates an audience without anybody in it. */
export function createAudience({ progress, clock, onError }: Stage): Audience {
  const listeners = new Set<ProgressListener>()
  const waiters = new Set<Waiter>()
  return {
    tell: () => {
      const now = progress()
      for (const waiter of [...waiters]) settle(waiter, now)
      for (const listener of [...listeners]) {
        try {
          listener(now)
        } catch (error) {
          onError(error)
        }
      }
    },
    onProgress: (listener) => {
      // A function of its own, so that the same listener may listen twice.
      const own: ProgressListener = (now) => listener(now)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    ready: async (signal) => {
      let stopListening = (): void => {}
      let leave = (): void => {}
      // Work in the background does not keep the process alive; somebody who waits does.
      const letGo = clock.after(MAX_TIMEOUT_MS, () => {})
      try {
        await new Promise<void>((resolve, reject) => {
          const waiter = { resolve, reject }
          waiters.add(waiter)
          leave = () => void waiters.delete(waiter)
          if (signal !== undefined) stopListening = onAbort(signal, () => reject(signal.reason))
          settle(waiter, progress())
        })
      } finally {
        leave()
        stopListening()
        letGo()
      }
    },
  }
}

function settle({ resolve, reject }: Waiter, { state, pending, total, error }: EmbeddingProgress): void {
  if (pending === 0) resolve()
  if (state !== 'resting' && state !== 'closed') return
  const why = error === undefined ? 'The index is closed.' : messageOf(error)
  const message = `${pending} of ${total} documents have no vector: ${why}`
  reject(new EmbeddingsIncompleteError(message, { pending, total }, error))
}
