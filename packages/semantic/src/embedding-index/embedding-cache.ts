import type { EmbeddingCache } from '@toolscout/model'
import { checkWhole } from '../check-whole.ts'
import { createRecent } from './recent.ts'

/** Options of {@link createEmbeddingCache}. */
export interface EmbeddingCacheOptions {
  /** Most vectors it keeps. Default: {@link DEFAULT_CACHED_VECTORS}. Legal: whole numbers of 0 to 10,000,000. */
  readonly maxVectors?: number | undefined
}

/** 15 MB of 384 dimensions: a server that goes and comes back, or a text that many tools share, is embedded once. */
const DEFAULT_CACHED_VECTORS = 10_000
const MOST_VECTORS = 10_000_000

/**
 * A cache of embeddings in memory that forgets what was not used for longest.
 *
 * @throws RangeError when the option is outside its legal range.
 */
export function createEmbeddingCache(options: EmbeddingCacheOptions = {}): EmbeddingCache {
  const maxVectors = checkWhole('maxVectors', options.maxVectors ?? DEFAULT_CACHED_VECTORS, 0, MOST_VECTORS)
  const recent = createRecent<Float32Array>(maxVectors)
  return Object.freeze({
    get: async (keys) => keys.map((key) => recent.get(key)),
    set: async (entries) => {
      for (const [key, vector] of entries) recent.set(key, vector)
    },
  } satisfies EmbeddingCache)
}
