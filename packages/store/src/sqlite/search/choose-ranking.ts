import { type Analyzer, type Bm25fOptions, createAnalyzer, resolveBm25f } from '@toolscout/search'
import { createBm25fRanking } from './bm25f-ranking.ts'
import type { GroupsOf } from './facets.ts'
import { createFts5Ranking, type Fts5Weights } from './fts5-ranking.ts'
import type { Ranking } from './ranking.ts'

/** How a SQLite store ranks in `search`. Whatever is changed here, the next search indexes everything anew. */
export interface SqliteSearchOptions {
  /**
   * `bm25f`: the ids, order and scores of `createBm25Searcher` over the same tools. `fts5`: SQLite's own BM25 behind
   * its tokenizer `porter unicode61`, as Loom has it. Default `bm25f`.
   */
  readonly ranking?: 'bm25f' | 'fts5' | undefined
  /** Turns texts into tokens, for `bm25f`; with a fingerprint. Default: `createAnalyzer()`. */
  readonly analyzer?: Analyzer | undefined
  /** Field weights and the like, for `bm25f`. Default: those of `createBm25Searcher`. */
  readonly bm25f?: Bm25fOptions | undefined
  /**
   * Groups that may see a tool, for `bm25f`, so that a visibility with `groups` is a part of the query. Tools are
   * indexed with the groups they have then. Default: tools have none, and a visibility is asked of each tool that was
   * found.
   */
  readonly groupsOf?: GroupsOf | undefined
  /** What each field weighs, for `fts5`. Each 0 to 1,000. Default: `LOOM_WEIGHTS`. */
  readonly fts5Weights?: Fts5Weights | undefined
}

/**
 * The ranking that was asked for.
 *
 * @throws TypeError or RangeError for options.
 */
export function chooseRanking(options: SqliteSearchOptions): Ranking {
  const { ranking = 'bm25f', analyzer = createAnalyzer(), groupsOf } = options
  if (ranking === 'fts5') return createFts5Ranking(options.fts5Weights)
  if (ranking === 'bm25f') {
    return createBm25fRanking({ analyzer, parameters: resolveBm25f(options.bm25f), groupsOf })
  }
  throw new RangeError(`ranking is ${JSON.stringify(ranking)}; there are bm25f and fts5.`)
}
