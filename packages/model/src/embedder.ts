/**
 * Turns texts into vectors. What an implementation owes:
 *
 * - One vector a text, in the order of the texts, each of `dimensions` finite numbers and of length 1.
 * - The same text gives the same vector as long as `model` is the same.
 * - Never called with more than `maxBatch` texts; the caller makes the batches.
 * - An aborted signal rejects with the signal's reason.
 */
export interface Embedder {
  /** Identifies model and settings; vectors of different models are never compared. */
  readonly model: string
  readonly dimensions: number
  /** Most texts in one call. */
  readonly maxBatch: number
  readonly embed: (
    texts: readonly string[],
    options: { readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly Float32Array[]>
}
