import type { Clock, Embedder, EmbeddingCache, VectorIndex } from '@toolscout/model'
import { checkTimeoutMs, messageOf, quote, requireKnownMembers, systemClock } from '@toolscout/model/internal'
import { checkWhole } from '../check-whole.ts'
import { createVectorStore } from '../vectors/vector-store.ts'
import { createEmbeddingCache } from './embedding-cache.ts'

/** Options of {@link createEmbeddingIndex}. */
export interface EmbeddingIndexOptions {
  /** Makes the vectors. One that is a `LocalEmbedder` is asked on the way, any other in the background. No default. */
  readonly embedder: Embedder
  /** Makes what holds the vectors, once for each model. Default: `createVectorStore`. */
  readonly vectors?: ((dimensions: number) => VectorIndex) | undefined
  /** Vectors of earlier times, by content and model; not asked where the embedder is local. Default: one in memory. */
  readonly cache?: EmbeddingCache | undefined
  /** Most batches at a time. Default 2. Legal: whole numbers of 1 to 64. */
  readonly concurrency?: number | undefined
  /** Milliseconds for a batch. Default 60,000. Legal: 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** After this many failures in a row, attempts pause for `restMs`. Default 5. Legal: whole numbers of 1 to 100. */
  readonly maxFailures?: number | undefined
  /** Milliseconds of a rest; what is applied or searched for afterwards ends it. Default 60,000. Legal: 1 to 2,147,483,647. */
  readonly restMs?: number | undefined
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

/** Two batches keep a server busy while one is on its way; five failures take some ten seconds; a minute's pause costs little. */
const DEFAULTS = Object.freeze({ concurrency: 2, timeoutMs: 60_000, maxFailures: 5, restMs: 60_000 })
const MOST_BATCHES = 64
const MOST_FAILURES = 100

/** The names of the options. */
export const EMBEDDING_INDEX_OPTIONS: readonly (keyof EmbeddingIndexOptions)[] = Object.freeze([
  'embedder',
  'vectors',
  'cache',
  'concurrency',
  'timeoutMs',
  'maxFailures',
  'restMs',
  'onError',
  'clock',
  'random',
])

/** Checks the options, and sets defaults for those that are not there. @throws RangeError or TypeError. */
export function readSettings(options: EmbeddingIndexOptions): EmbeddingIndexSettings {
  requireKnownMembers('the options of an embedding index', options, EMBEDDING_INDEX_OPTIONS)
  const { embedder } = options
  if (typeof embedder?.embed !== 'function') {
    throw new TypeError(`The embedder is ${quote(embedder)}; an Embedder is needed.`)
  }
  return {
    embedder,
    vectors: options.vectors ?? ((dimensions) => createVectorStore({ dimensions })),
    cache: options.cache ?? createEmbeddingCache(),
    concurrency: checkWhole('concurrency', options.concurrency ?? DEFAULTS.concurrency, 1, MOST_BATCHES),
    timeoutMs: checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULTS.timeoutMs),
    maxFailures: checkWhole('maxFailures', options.maxFailures ?? DEFAULTS.maxFailures, 1, MOST_FAILURES),
    restMs: checkTimeoutMs('restMs', options.restMs ?? DEFAULTS.restMs),
    onError: options.onError ?? warn,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  }
}

function warn(error: unknown): void {
  process.emitWarning(`A part of an embedding index failed: ${messageOf(error)}`, 'ToolscoutWarning')
}
