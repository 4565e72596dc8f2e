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
