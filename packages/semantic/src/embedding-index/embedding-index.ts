import type {
  SearchChanges,
  SearchDocument,
  VectorHit,
  VectorIndex,
  VectorSearchRequest,
} from '@toolscout/model'
import { isLocalEmbedder, quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { createAttempts } from './attempts.ts'
import {
  createAudience,
  type EmbeddingProgress,
  type EmbeddingState,
  type ProgressListener,
} from './audience.ts'
import { createBatchEmbedder, mostOf } from './embed-batch.ts'
import { requireVector, type VectorSpace } from './embed-texts.ts'
import { type EmbeddingIndexOptions, readSettings } from './options.ts'
import { createPending, type Entry } from './pending.ts'
import { hashOfFields, semanticText } from './semantic-text.ts'

/** Vectors of documents, made in the background. */
export interface EmbeddingIndex {
  /** Takes documents in. Returns at once; only a local embedder is asked on the way. Never throws for an embedder. */
  readonly apply: (changes: SearchChanges) => void
  readonly progress: () => EmbeddingProgress
  /** Reports every step. A listener that throws does no harm. Returns a function that unsubscribes. */
  readonly onProgress: (listener: ProgressListener) => () => void
  /**
   * Waits until every document has its vector. Rejects with `EMBEDDINGS_INCOMPLETE` when the embedder failed too often,
   * with the last error as cause, and with the signal's reason when that aborts.
   */
  readonly ready: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** The documents nearest to a vector, of those that have one. @throws RangeError for a vector of another size. */
  readonly search: (query: Float32Array, request: VectorSearchRequest) => readonly VectorHit[]
  /** The cosine of each document, `undefined` for one without a vector. @throws RangeError as `search` does. */
  readonly scoresOf: (query: Float32Array, ids: readonly string[]) => readonly (number | undefined)[]
  /** Asks an embedder that failed again at once. */
  readonly retry: () => void
  /** Ends all work. What has a vector can still be searched. */
  readonly close: () => void
}

/**
 * Creates an index of embeddings. Only what is new or changed is embedded: in batches, some at a time, texts that
 * several documents share once, and nothing that the cache knows. A failing embedder is asked again after growing
 * waits, in smaller batches, and after several failures only when there is a reason. When its `model` changes, all
 * vectors are recomputed, and none of the old ones is compared with one of the new.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function createEmbeddingIndex(options: EmbeddingIndexOptions): EmbeddingIndex {
  const settings = readSettings(options)
  const { embedder, clock, concurrency, onError } = settings
  const local = isLocalEmbedder(embedder) ? embedder : undefined
  const attempts = createAttempts(settings)
  const entries = new Map<string, Entry>()
  const pending = createPending()
  const stop = new AbortController()
  const embedBatch = createBatchEmbedder(settings, stop.signal)
  const liveSpace = (): VectorSpace => ({ model: embedder.model, dimensions: embedder.dimensions })
  const begin = (space: VectorSpace): { readonly space: VectorSpace; readonly vectors: VectorIndex } => ({
    space,
    vectors: settings.vectors(space.dimensions),
  })
  /** Vectors that may be compared; replaced as a whole when the model changes. */
  let current = begin(liveSpace())
  let running = 0
  let isScheduled = false
  let stopWaiting: (() => void) | undefined

  const missing = (): number => entries.size - current.vectors.size
  const stateOf = (): EmbeddingState => {
    if (stop.signal.aborted) return 'closed'
    if (missing() === 0) return 'ready'
    if (attempts.isResting()) return 'resting'
    return attempts.mayTry() ? 'embedding' : 'waiting'
  }
  const progress = (): EmbeddingProgress => {
    const error = attempts.lastError()
    const { model } = current.space
    const facts = { state: stateOf(), model, total: entries.size, pending: missing() }
    return Object.freeze(error === undefined ? facts : { ...facts, error })
  }
  const { tell, onProgress, ready } = createAudience({ progress, clock, onError })

  /** Starts over when the embedder has changed. */
  const follow = (): void => {
    const { model, dimensions } = current.space
    try {
      const space = liveSpace()
      if (space.model === model && space.dimensions === dimensions) return
      current = begin(space)
      pending.clear()
      for (const entry of entries.values()) if (entry.fields !== undefined) pending.add(entry)
      const message = `The embedder was ${quote(model)} and is now ${quote(space.model)}.`
      // It counts as a failure, because one that changes all the time must not be followed all the time.
      attempts.fail(new EmbedderFailedError(message, { model: space.model, reason: 'failed' }))
    } catch (error) {
      attempts.fail(error)
    }
  }

  const run = async (batch: readonly Entry[]): Promise<void> => {
    running += 1
    const before = current
    const waiting = (): readonly Entry[] => batch.filter((entry) => entries.get(entry.id) === entry)
    try {
      const vectors = await embedBatch(batch, before.space)
      follow()
      if (before === current && !stop.signal.aborted) {
        for (const { id, content } of waiting()) before.vectors.set(id, vectors.get(content) as Float32Array)
        attempts.succeed()
      }
    } catch (error) {
      if (before === current && !stop.signal.aborted) {
        for (const entry of waiting()) enqueue({ ...entry, failures: entry.failures + 1 })
        attempts.fail(error)
      }
    } finally {
      running -= 1
      pump()
      tell()
    }
  }
  const enqueue = (entry: Entry): void => {
    entries.set(entry.id, entry)
    pending.add(entry)
  }
  const pump = (): void => {
    if (stop.signal.aborted) return
    follow()
    while (pending.size() > 0 && running < (attempts.failures() > 0 ? 1 : concurrency)) {
      if (!attempts.mayTry()) {
        if (attempts.isResting() || stopWaiting !== undefined) return
        const resume = (): void => {
          stopWaiting = undefined
          pump()
        }
        stopWaiting = clock.after(attempts.waitMs(), resume, { background: true })
        return
      }
      void run(pending.take(mostOf(embedder.maxBatch)))
    }
  }
  /** Later, so that what is applied in one go is embedded in full batches. */
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      pump()
    })
  }

  const drop = (id: string): void => {
    const entry = entries.get(id)
    if (entry === undefined) return
    pending.remove(entry)
    entries.delete(id)
    current.vectors.remove(id)
  }
  const take = ({ id, fields }: SearchDocument): void => {
    const content = local === undefined ? semanticText(fields) : hashOfFields(fields)
    if (entries.get(id)?.content === content) return
    drop(id)
    const entry = { id, fields, content, failures: 0 }
    entries.set(id, entry)
    if (local === undefined || attempts.failures() > 0) {
      pending.add(entry)
      return
    }
    try {
      current.vectors.set(id, requireVector(local.embedDocument(fields), current.space))
      entries.set(id, { ...entry, fields: undefined })
    } catch (error) {
      attempts.fail(error)
      pending.add(entry)
    }
  }

  return Object.freeze({
    apply: ({ upserts, removals }) => {
      follow()
      for (const id of removals) drop(id)
      for (const document of upserts) take(document)
      schedule()
      tell()
    },
    progress: () => {
      follow()
      return progress()
    },
    onProgress,
    ready: async ({ signal } = {}) => {
      signal?.throwIfAborted()
      pump()
      await ready(signal)
    },
    search: (query, request) => {
      if (missing() > 0) schedule()
      return current.vectors.search(query, request)
    },
    scoresOf: (query, ids) => current.vectors.scoresOf(query, ids),
    retry: () => {
      stopWaiting?.()
      stopWaiting = undefined
      attempts.reset()
      schedule()
    },
    close: () => {
      stop.abort()
      stopWaiting?.()
      tell()
    },
  } satisfies EmbeddingIndex)
}
