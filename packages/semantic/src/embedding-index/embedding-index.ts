import type { SearchChanges, VectorHit, VectorSearchRequest } from '@toolscout/model'
import { BackgroundIndex } from './background-index.ts'
import { type EmbeddingIndexOptions, readSettings } from './options.ts'
import type { EmbeddingProgress, ProgressListener } from './progress-listeners.ts'

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
  const index = new BackgroundIndex(readSettings(options))
  return Object.freeze({
    apply: (changes) => index.apply(changes),
    progress: () => index.progress(),
    onProgress: index.audience.onProgress,
    ready: (ready = {}) => index.ready(ready.signal),
    search: (query, request) => index.search(query, request),
    scoresOf: (query, ids) => index.scoresOf(query, ids),
    retry: () => index.retry(),
    close: () => index.close(),
  } satisfies EmbeddingIndex)
}
