import type { Embedder, EmbeddingCache, Observer, Searcher } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { createLexicalSearcher } from '@toolscout/search'
import {
  createBuiltInRetriever,
  createHybridSearcher,
  createSemanticSearcher,
  type EmbeddingIndex,
  type Fusion,
} from '@toolscout/semantic'
import type { SearcherChain } from './discovery.ts'
import { inEnglish, observeEmbedder } from './searching.ts'

/** How tools are ranked. */
export interface Ranking {
  readonly searcher: Searcher
  /** The vectors of the tools; absent where no part ranks by meaning. */
  readonly embeddings: EmbeddingIndex | undefined
}

/** What a ranking is made of. */
export interface RankingDeps {
  readonly searcher?: Searcher | SearcherChain | undefined
  readonly embedder?: Embedder | false | undefined
  readonly fusion?: Fusion | undefined
  /** Hears of what is embedded. */
  readonly observer?: Observer | undefined
  /** Keeps the vectors of an embedder that takes time. Default: memory. */
  readonly cache?: EmbeddingCache | undefined
  /** Ranks by words; default: one that begins empty. */
  readonly words?: Searcher | undefined
}

/**
 * A searcher as it is given; or the default one, by words and, unless that is turned off, by meaning; or what a chain
 * makes of the default one.
 *
 * @throws TypeError when a chain gives no searcher.
 */
export function createRanking({ searcher: given, ...deps }: RankingDeps): Ranking {
  if (given === undefined) return createDefault(deps)
  if (typeof given !== 'function') return { searcher: requireSearcher(given), embeddings: undefined }
  const { searcher, embeddings } = createDefault(deps)
  return { searcher: requireSearcher(given(searcher)), embeddings }
}

function createDefault(deps: Omit<RankingDeps, 'searcher'>): Ranking {
  const { embedder, fusion, observer, cache, words = createLexicalSearcher() } = deps
  // The words of the request stay, because some tools are described in its language; names it keeps have capitals in the English text.
  const byWords = inEnglish(
    words,
    ({ text, others }, query) => `${text}\n${others.join(' ')}\n${query.toLowerCase()}`,
  )
  if (embedder === false) return { searcher: byWords, embeddings: undefined }
  if (embedder !== undefined) {
    // An embedder of one's own may know the language.
    const arm = createSemanticSearcher({ embedder: observeEmbedder(embedder, observer), cache })
    return {
      searcher: createHybridSearcher({ searchers: [byWords, arm], fusion }),
      embeddings: arm.embeddings,
    }
  }
  const { searcher: arm, ...retriever } = createBuiltInRetriever()
  const byMeaning = inEnglish(arm, ({ text, others }) => `${text} ${others.join(' ')}`)
  return {
    searcher: createHybridSearcher({ searchers: [byWords, { ...retriever, searcher: byMeaning }], fusion }),
    embeddings: arm.embeddings,
  }
}

function requireSearcher(given: Searcher): Searcher {
  const isSearcher =
    isJsonObject(given) && typeof given.search === 'function' && typeof given.apply === 'function'
  if (isSearcher) return given
  throw new TypeError(`searcher is or gives an object with search and apply, not ${quote(given)}.`)
}
