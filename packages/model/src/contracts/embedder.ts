import type { SearchDocument } from './searcher.ts'

/** What a text is embedded for. Models that were trained with prefixes embed requests and documents differently. */
export type EmbeddingPurpose = 'query' | 'document'

/**
 * Turns texts into vectors. What an implementation owes:
 *
 * - One vector a text, in the order of the texts, each of `dimensions` finite numbers and of length 1, whatever the text.
 * - The same text for the same purpose gives the same vector as long as `model` is the same, alone or among others.
 * - Never called with more than `maxBatch` texts; the caller makes the batches.
 * - An aborted signal rejects with the signal's reason.
 */
export interface Embedder {
  /** Identifies model and settings; vectors of different models are never compared. */
  readonly model: string
  readonly dimensions: number
  /** Most texts in one call. */
  readonly maxBatch: number
  /** `purpose` says whether the texts are requests or what answers them. */
  readonly embed: (
    texts: readonly string[],
    options: { readonly purpose: EmbeddingPurpose; readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly Float32Array[]>
}

/**
 * An embedder that needs neither network nor waiting, so that a search can ask it on its way. What an implementation
 * owes besides:
 *
 * - `embedQuery` gives what `embed` gives for the purpose `query`.
 * - `model` and `dimensions` stay as they are.
 * - `embedDocument` gives a vector of the same kind that knows the fields of a tool apart.
 */
export interface LocalEmbedder extends Embedder {
  readonly embedQuery: (text: string) => Float32Array
  readonly embedDocument: (fields: SearchDocument['fields']) => Float32Array
}

/** Whether an embedder answers at once. */
export function isLocalEmbedder(embedder: Embedder): embedder is LocalEmbedder {
  return (
    typeof Reflect.get(embedder, 'embedQuery') === 'function' &&
    typeof Reflect.get(embedder, 'embedDocument') === 'function'
  )
}

/**
 * Keeps vectors by the content and the model they were made of, such as in a file or a database. A cache may forget
 * whatever it likes, and a failure of it costs an embedding, never an answer. What an implementation owes:
 *
 * - `get` gives one entry a key, in the order of the keys: the vector as it was set, or `undefined`.
 * - A vector that was given out or handed over is not changed afterwards.
 *
 * The suite `embeddingCacheObligations` in the testkit has one test for each.
 */
export interface EmbeddingCache {
  readonly get: (keys: readonly string[]) => Promise<readonly (Float32Array | undefined)[]>
  /** Keys are hexadecimal hashes of model, dimensions and text; no text can be read from them. */
  readonly set: (entries: readonly (readonly [key: string, vector: Float32Array])[]) => Promise<void>
}
