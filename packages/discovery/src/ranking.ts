import { isLocalEmbedder } from '@toolscout/model/internal'
import { createBuiltInRetriever, createHybridSearcher, createSemanticSearcher } from '@toolscout/semantic'
import { type Ranking, type RankingDeps, rankByWords, rankWith, skipHeld } from './ranking-by-words.ts'
import { inEnglish, observeEmbedder, toEnglishText } from './searching.ts'

/**
 * A searcher as it is given; or the default one, by words and, unless that is turned off, by meaning; or what a chain
 * makes of the default one.
 *
 * @throws TypeError when a chain gives no searcher.
 */
export function createRanking(deps: RankingDeps): Ranking {
  return rankWith(deps, createDefault)
}

function createDefault(deps: RankingDeps): Ranking {
  const { embedder, fusion, observer, cache, stored: saved, holds } = deps
  const byWords = rankByWords(deps)
  if (embedder === false) return byWords
  if (embedder !== undefined) {
    // An embedder of one's own may know the language.
    const observed = observeEmbedder(embedder, observer)
    const meaning = createSemanticSearcher({ embedder: observed, cache, saved })
    // One that takes time wants every document, so that it can begin again when its model changes.
    const arm = isLocalEmbedder(embedder) ? skipHeld(meaning, 'meaning', holds) : meaning
    const searcher = createHybridSearcher({ searchers: [byWords.searcher, arm], fusion })
    return { ...byWords, searcher, base: searcher, meaning, embeddings: meaning.embeddings }
  }
  const { searcher: meaning, ...retriever } = createBuiltInRetriever({ saved })
  const byMeaning = inEnglish(skipHeld(meaning, 'meaning', holds), toEnglishText)
  const searchers = [byWords.searcher, { ...retriever, searcher: byMeaning }]
  const searcher = createHybridSearcher({ searchers, fusion })
  return { ...byWords, searcher, base: searcher, meaning, embeddings: meaning.embeddings }
}
