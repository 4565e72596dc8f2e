import type { Embedder, EmbeddingCache, Observer, Searcher } from '@toolscout/model'
import { draftOf, isJsonObject, isLocalEmbedder, quote, setDraft } from '@toolscout/model/internal'
import { createLexicalSearcher, type SavedSearcher, type SnapshotSearcher } from '@toolscout/search'
import {
  createBuiltInRetriever,
  createHybridSearcher,
  createSemanticSearcher,
  type EmbeddingIndex,
  type Fusion,
  type SemanticSearcher,
} from '@toolscout/semantic'
import type { SearcherChain } from './discovery.ts'
import { inEnglish, observeEmbedder } from './searching.ts'

/** How tools are ranked. */
export interface Ranking {
  readonly searcher: Searcher
  /** The default ranking, which a chain may wrap; absent where a searcher was given. */
  readonly base?: Searcher | undefined
  /** The parts of the default ranking, each with a state of its own. */
  readonly words?: SnapshotSearcher | undefined
  readonly meaning?: SemanticSearcher | undefined
  /** The vectors of the tools; absent where no part ranks by meaning. */
  readonly embeddings?: EmbeddingIndex | undefined
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
  /** What the parts begin with. Default: nothing. */
  readonly saved?: SavedRanking | undefined
  /** Whether changes are left out by the parts that hold them already. Default: never. */
  readonly isRestoring?: (() => boolean) | undefined
}

/** States of the parts of a ranking. */
export interface SavedRanking {
  readonly words?: SavedSearcher | undefined
  readonly meaning?: SavedSearcher | undefined
}

/**
 * A searcher as it is given; or the default one, by words and, unless that is turned off, by meaning; or what a chain
 * makes of the default one.
 *
 * @throws TypeError when a chain gives no searcher.
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when what a part is to begin with is not its own.
 */
export function createRanking({ searcher: given, ...deps }: RankingDeps): Ranking {
  if (given !== undefined && typeof given !== 'function') return { searcher: requireSearcher(given) }
  const ranking = createDefault(deps)
  if (given === undefined) return ranking
  return { ...ranking, searcher: requireSearcher(given(ranking.searcher)) }
}

function createDefault(deps: Omit<RankingDeps, 'searcher'>): Ranking {
  const { embedder, fusion, observer, cache, saved = {}, isRestoring = () => false } = deps
  const words = createLexicalSearcher({ saved: saved.words })
  // The words of the request stay, because some tools are described in its language; names it keeps have capitals in the English text.
  const byWords = inEnglish(
    skipWhile(words, isRestoring),
    ({ text, others }, query) => `${text}\n${others.join(' ')}\n${query.toLowerCase()}`,
  )
  if (embedder === false) return { searcher: byWords, base: byWords, words }
  if (embedder !== undefined) {
    // An embedder of one's own may know the language.
    const observed = observeEmbedder(embedder, observer)
    const meaning = createSemanticSearcher({ embedder: observed, cache, saved: saved.meaning })
    // One that takes time wants every document, so that it can begin again when its model changes.
    const isHeld = saved.meaning?.bytes !== undefined && isLocalEmbedder(embedder)
    const arm = isHeld ? skipWhile(meaning, isRestoring) : meaning
    const searcher = createHybridSearcher({ searchers: [byWords, arm], fusion })
    return { searcher, base: searcher, words, meaning, embeddings: meaning.embeddings }
  }
  const { searcher: meaning, ...retriever } = createBuiltInRetriever({ saved: saved.meaning })
  const byMeaning = inEnglish(
    saved.meaning?.bytes === undefined ? meaning : skipWhile(meaning, isRestoring),
    ({ text, others }) => `${text} ${others.join(' ')}`,
  )
  const searchers = [byWords, { ...retriever, searcher: byMeaning }]
  const searcher = createHybridSearcher({ searchers, fusion })
  return { searcher, base: searcher, words, meaning, embeddings: meaning.embeddings }
}

/** A searcher that leaves changes out while it holds them already. */
function skipWhile(searcher: Searcher, isHeld: () => boolean): Searcher {
  const skipping = Object.freeze({
    ...searcher,
    apply: (changes) => {
      if (!isHeld()) searcher.apply(changes)
    },
  } satisfies Searcher)
  // What it holds already is never given to a draft.
  setDraft(skipping, async (slices) => draftOf(searcher)?.(slices))
  return skipping
}

function requireSearcher(given: Searcher): Searcher {
  const isSearcher =
    isJsonObject(given) && typeof given.search === 'function' && typeof given.apply === 'function'
  if (isSearcher) return given
  throw new TypeError(`searcher is or gives an object with search and apply, not ${quote(given)}.`)
}
