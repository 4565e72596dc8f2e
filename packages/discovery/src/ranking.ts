import type { Embedder, EmbeddingCache, Observer, Searcher } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import {
  createBuiltInRetriever,
  createHybridSearcher,
  createSemanticSearcher,
  type EmbeddingIndex,
  type Fusion,
} from '@toolscout/semantic'
import { observeEmbedder } from './observing.ts'

/** How tools are ranked. */
export interface Ranking {
  readonly searcher: Searcher
  /** The vectors of the tools; absent where nothing ranks by meaning. */
  readonly embeddings: EmbeddingIndex | undefined
  /** The part that ranks by meaning. */
  readonly meaning?: Searcher | undefined
}

/** What a ranking is made of. */
export interface RankingParts {
  readonly searcher?: Searcher | undefined
  readonly embedder?: Embedder | false | undefined
  readonly fusion?: Fusion | undefined
  /** Hears of what is embedded. */
  readonly observer?: Observer | undefined
  /** Keeps the vectors of an embedder that takes time. Default: memory. */
  readonly cache?: EmbeddingCache | undefined
  /** Ranks by words; default: one that begins empty. */
  readonly words?: Searcher | undefined
}

/** A searcher as it is given, or by words and, unless that is turned off, by meaning. */
export function createRanking({
  searcher,
  embedder,
  fusion,
  observer,
  cache,
  words = createLexicalSearcher(),
}: RankingParts): Ranking {
  if (searcher !== undefined) return { searcher, embeddings: undefined }
  if (embedder === false) return { searcher: words, embeddings: undefined }
  const arm =
    embedder === undefined
      ? createBuiltInRetriever()
      : { searcher: createSemanticSearcher({ embedder: observeEmbedder(embedder, observer), cache }) }
  return {
    searcher: createHybridSearcher({ searchers: [words, arm], fusion }),
    embeddings: arm.searcher.embeddings,
    meaning: arm.searcher,
  }
}
