import type { Clock, Embedder, ToolSummary } from '@toolscout/model'
import type { Analyzer, Bm25fOptions } from '@toolscout/search'
import type { Fusion, HybridRetriever } from '@toolscout/semantic'

/** What {@link openPostgresStore} can be told. */
export interface PostgresStoreOptions {
  /** A connection string, or what `pg` takes as its configuration. */
  readonly connection: string | { readonly [member: string]: unknown }
  /**
   * The schema the catalog lies in, made when it is missing. Default `toolscout`. Legal: a small letter or `_`, then
   * small letters, digits and `_`, 63 at most.
   */
  readonly schema?: string | undefined
  /** Turns texts into tokens; the same on every node, and with a fingerprint. Default: `createAnalyzer()`. */
  readonly analyzer?: Analyzer | undefined
  /** Field weights and the like, the same on every node. Default: those of `createBm25Searcher`. */
  readonly bm25f?: Bm25fOptions | undefined
  /** Indexes a catalog anew that another analyzer or other weights indexed; such a one is refused by default. */
  readonly reindex?: boolean | undefined
  /**
   * Groups that may see a tool, so that a visibility with `groups` is a part of the query. Default: tools have none,
   * and a visibility is asked of each tool that was found.
   */
  readonly groupsOf?: ((tool: ToolSummary) => readonly string[]) | undefined
  /**
   * Makes vectors of tools, in the background and in one node for all, and of questions: searches then rank by meaning
   * beside words. The same on every node. Default: searches rank by words.
   */
  readonly embedder?: Embedder | undefined
  /** How the rankings by words and by meaning become one. Default: `createGatedFusion()`. */
  readonly fusion?: Fusion | undefined
  /** What the ranking by meaning counts beside the words, as an arm of `createHybridSearcher`. Default: as much. */
  readonly meaningArm?: Omit<HybridRetriever, 'searcher'> | undefined
  /** Batches that can be read about later, by the feed among others. Default 1,000. Legal: 1 to 1,000,000. */
  readonly history?: number | undefined
  /**
   * How often a tool holds a word that a search looks at, when it need not be exact. Default 5,000,000. Legal: 1,000 to
   * 1,000,000,000.
   */
  readonly maxPostings?: number | undefined
  /**
   * Parts of the search index that a node remembers, in bytes, so that words that are asked for often are not read
   * again. Default 134,217,728 (128 MiB). Legal: 1,048,576 to 17,179,869,184.
   */
  readonly cacheBytes?: number | undefined
  /** After so many milliseconds a search does without what it has not read. Default 250. Legal: 10 to 60,000. */
  readonly searchTimeoutMs?: number | undefined
  /** After so many milliseconds the database counts as away. Default 5,000. Legal: 10 to 60,000. */
  readonly connectTimeoutMs?: number | undefined
  /** Connections for searches, and as many for everything else. Default 4. Legal: 1 to 100. */
  readonly maxConnections?: number | undefined
  /** How often the feed looks when it hears nothing, in milliseconds. Default 250. Legal: 10 to 60,000. */
  readonly pollIntervalMs?: number | undefined
  /** A node that stands still for longer loses its leases, in milliseconds. Default 30,000. Legal: 100 to 600,000. */
  readonly leaseTimeoutMs?: number | undefined
  /** Default: the platform's. */
  readonly clock?: Clock | undefined
  /** From 0 to 1, spreads what nodes do at intervals. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** Numbers of the options: default, lowest and highest. */
const NUMBERS = {
  history: [1_000, 1, 1_000_000],
  maxPostings: [5_000_000, 1_000, 1_000_000_000],
  cacheBytes: [134_217_728, 1_048_576, 17_179_869_184],
  searchTimeoutMs: [250, 10, 60_000],
  connectTimeoutMs: [5_000, 10, 60_000],
  maxConnections: [4, 1, 100],
  pollIntervalMs: [250, 10, 60_000],
  leaseTimeoutMs: [30_000, 100, 600_000],
} as const

type NumberName = keyof typeof NUMBERS
/** What is a number, filled in and checked. */
export type PostgresNumbers = { readonly [name in NumberName]: number }

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * Fills in numbers.
 *
 * @throws RangeError when one is outside its legal range.
 */
export function readNumbers(
  options: { readonly [name in NumberName]?: number | undefined },
): PostgresNumbers {
  const read = Object.entries(NUMBERS).map(([name, [fallback, lowest, highest]]) => {
    const value = options[name as NumberName] ?? fallback
    if (Number.isInteger(value) && value >= lowest && value <= highest) return [name, value]
    throw new RangeError(`${name} is ${value}; it must be an integer from ${lowest} to ${highest}.`)
  })
  return Object.freeze(Object.fromEntries(read)) as PostgresNumbers
}

/**
 * Checks the name of a schema.
 *
 * @throws RangeError when it is none.
 */
export function readSchema(schema: unknown = 'toolscout'): string {
  if (typeof schema === 'string' && SCHEMA.test(schema)) return schema
  throw new RangeError(
    `The schema is ${JSON.stringify(schema)}; small letters, digits and _ are legal, 63 at most.`,
  )
}
