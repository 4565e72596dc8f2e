import type { EmbeddingCache } from '@toolscout/model'

/** 15 MB of 384 dimensions: a server that goes and comes back, or a text that many tools share, is embedded once. */
const MAX_CACHED_VECTORS = 10_000

/** A cache of embeddings in memory that forgets what was not used for longest. */
export function createEmbeddingCache(maxVectors: number = MAX_CACHED_VECTORS): EmbeddingCache {
  const recent = new Recent<Float32Array>(maxVectors)
  return Object.freeze({
    get: async (keys) => keys.map((key) => recent.get(key)),
    set: async (entries) => {
      for (const [key, vector] of entries) recent.set(key, vector)
    },
  } satisfies EmbeddingCache)
}

/** Keeps a number of values, and forgets the one that was not used for longest. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#limit && oldest !== undefined) this.#values.delete(oldest)
  }
}
