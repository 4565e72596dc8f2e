import type { Clock, Embedder, EmbeddingCache, VectorIndex } from '@toolscout/model'
import {
  checkOption,
  checkOptions,
  MAX_TIMEOUT_MS,
  messageOf,
  type OptionKind,
  raceSignal,
  systemClock,
  warn,
} from '@toolscout/model/internal'
import { EmbeddingsIncompleteError } from '../errors.ts'
import { createVectorStore } from '../vectors/vector-store.ts'
import type { Attempts } from './attempts.ts'
import { createEmbeddingCache } from './embedding-cache.ts'

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

/** How far an index is that is closed when the signal aborts. */
export function progressOf(
  facts: Pick<EmbeddingProgress, 'model' | 'total' | 'pending'>,
  { lastError: error, isResting, waitMs }: Attempts,
  { aborted }: AbortSignal,
): EmbeddingProgress {
  const busy = isResting ? 'resting' : waitMs === 0 ? 'embedding' : 'waiting'
  const state = aborted ? 'closed' : facts.pending === 0 ? 'ready' : busy
  return Object.freeze(error === undefined ? { state, ...facts } : { state, ...facts, error })
}

/** A listener for progress. */
export type ProgressListener = (progress: EmbeddingProgress) => void

/** Tells listeners how far an index is; one that throws does no harm to the others. */
export function reportTo(
  listeners: readonly ProgressListener[],
  progress: () => EmbeddingProgress,
  onError: (error: unknown) => void,
): void {
  for (const listener of listeners) {
    try {
      listener(progress())
    } catch (error) {
      onError(error)
    }
  }
}

/** Vectors of documents, made in the background. */
export interface EmbeddingIndex {
  readonly progress: () => EmbeddingProgress
  /** Reports every step. A listener that throws does no harm. Returns a function that unsubscribes. */
  readonly onProgress: (listener: ProgressListener) => () => void
  /**
   * Waits until every document has its vector. Rejects with `EMBEDDINGS_INCOMPLETE` when the embedder failed too often,
   * with the last error as cause, and with the signal's reason when that aborts.
   */
  readonly ready: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** Asks an embedder that failed again at once. */
  readonly retry: () => void
  /** Ends all work. What has a vector can still be searched. */
  readonly close: () => void
}

/** Waits as {@link EmbeddingIndex.ready} says, from `begin` on. Rejects with a TypeError for an unknown option. */
export async function untilReady(
  index: EmbeddingIndex,
  { clock, begin }: { readonly clock: Clock; readonly begin: () => void },
  options: Parameters<EmbeddingIndex['ready']>[0] = {},
): Promise<void> {
  checkOptions('the options of ready', options, { signal: 'object' })
  const { signal } = options
  signal?.throwIfAborted()
  begin()
  // Work in the background does not keep the process alive; a caller who waits for it does.
  const letGo = clock.after(MAX_TIMEOUT_MS, () => {})
  let stop = (): void => {}
  const done = new Promise<void>((resolve, reject) => {
    const settle = ({ state, pending, total, error }: EmbeddingProgress): void => {
      if (pending === 0) resolve()
      if (state !== 'resting' && state !== 'closed') return
      const why = error === undefined ? 'The index is closed.' : messageOf(error)
      const message = `${pending} of ${total} documents have no vector: ${why}`
      reject(new EmbeddingsIncompleteError(message, { pending, total }, error))
    }
    stop = index.onProgress(settle)
    settle(index.progress())
  })
  try {
    await (signal === undefined ? done : raceSignal(done, signal))
  } finally {
    stop()
    letGo()
  }
}

/** What an index of embeddings works with. */
export interface EmbeddingIndexOptions {
  /** Makes the vectors. One that is a `LocalEmbedder` is asked on the way, any other in the background. No default. */
  readonly embedder: Embedder
  /** Makes what holds the vectors, once for each model. Default: exact search in memory. */
  readonly vectors?: ((dimensions: number) => VectorIndex) | undefined
  /** Vectors of earlier times, by content and model; not asked where the embedder is local. Default: one in memory. */
  readonly cache?: EmbeddingCache | undefined
  /** Hears of a cache or a listener that failed. Default: a warning of the process. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Default: the platform's. */
  readonly clock?: Clock | undefined
  /** Numbers of 0 to 1 that waits are varied by. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** The options with their defaults. */
export type EmbeddingIndexSettings = {
  readonly [option in keyof EmbeddingIndexOptions]-?: NonNullable<EmbeddingIndexOptions[option]>
}

/** What each of {@link EmbeddingIndexOptions} is. */
export const INDEX_KINDS: { readonly [option in keyof EmbeddingIndexOptions]-?: OptionKind } = {
  embedder: { functions: ['embed'] },
  vectors: 'function',
  cache: { functions: ['get'] },
  onError: 'function',
  clock: { functions: ['now', 'after'] },
  random: 'function',
}

/** Sets defaults for the options that are not there. @throws TypeError when there is no embedder. */
export function readSettings(options: EmbeddingIndexOptions): EmbeddingIndexSettings {
  const { embedder, vectors, cache, onError, clock, random } = options
  checkOption('embedder', embedder, { functions: ['embed'] })
  return {
    embedder,
    vectors: vectors ?? ((dimensions) => createVectorStore({ dimensions })),
    cache: cache ?? createEmbeddingCache(),
    onError: onError ?? warnOfFailure,
    clock: clock ?? systemClock,
    random: random ?? Math.random,
  }
}

function warnOfFailure(error: unknown): void {
  warn(`A part of an embedding index failed: ${messageOf(error)}`, 'TOOLSCOUT_EMBEDDING_FAILED')
}
