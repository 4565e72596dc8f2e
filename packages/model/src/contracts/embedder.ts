import type { SearchDocument } from './search-changes.ts'

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

/** A vector that was found. */
export interface VectorHit {
  readonly id: string
  /** Cosine of the angle between the two vectors, -1 to 1; rounding may pass these by less than 1e-6. */
  readonly score: number
}

/** What is looked for among vectors. */
export interface VectorSearchRequest {
  /** Most hits that come back; an integer, 0 or more. */
  readonly limit: number
  /** Only ids that pass are found; asked before the limit cuts, and not for every id. Default: all pass. */
  readonly accepts?: ((id: string) => boolean) | undefined
  /**
   * Vectors of parts of what is asked for, at most fifteen. A score is then the mean of two cosines, that to the query
   * and that to whichever of query and parts is nearest. Default: none.
   */
  readonly parts?: readonly Float32Array[] | undefined
}

/**
 * Finds the vectors nearest to one, under ids. Vectors are of length 1, as embedders give them. What an
 * implementation owes:
 *
 * - `set` and `remove` take effect before they return; a known id takes the new vector, an unknown one is removed
 *   without effect.
 * - Vectors that are handed over are read, not kept: the caller may change them afterwards.
 * - Hits are in the order of `compareHits`, each id at most once, scores being cosines, or what `parts` says.
 * - At most `limit` hits come back, and as many as there are vectors that pass; a limit of 0 gives none.
 * - Only ids that pass `accepts` are found, and they are found before the limit cuts.
 * - One that is `exact` finds the nearest; any other finds most of them, and a vector that it holds is found by
 *   itself.
 * - With `parts`, the best are found of those whose cosine to the query itself is not below 0; others may be left out.
 * - A vector of another size, or not of length 1, is a RangeError and changes nothing.
 *
 * The suite `vectorIndexObligations` in the testkit has one test for each.
 */
export interface VectorIndex {
  readonly dimensions: number
  /** How many vectors it holds. */
  readonly size: number
  /** Whether it always finds the nearest. */
  readonly exact: boolean
  readonly set: (id: string, vector: Float32Array) => void
  /** Whether the id had a vector. */
  readonly remove: (id: string) => boolean
  readonly search: (query: Float32Array, request: VectorSearchRequest) => readonly VectorHit[]
}
