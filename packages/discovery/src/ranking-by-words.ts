import type { Embedder, EmbeddingCache, Observer, Searcher } from '@toolscout/model'
import { checkOption, draftOf, setDraft } from '@toolscout/model/internal'
import { createLexicalSearcher, type SavedSearcher, type SnapshotSearcher } from '@toolscout/search'
import type { EmbeddingIndex, Fusion, SemanticSearcher } from '@toolscout/semantic'
import type { SearcherChain } from './discovery.ts'
import { inEnglish, toEnglishWords } from './searching.ts'

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
  /** Reads what a part would hold of a tool that is in a store. Default: there is none. */
  readonly stored?: Pick<SavedSearcher, 'summaryOf' | 'factsOf'> | undefined
  /** Whether a part holds the changes that it is given already. Default: never. */
  readonly holds?: ((part: RankingPart) => boolean) | undefined
}

/** A part of the default ranking that is saved. */
export type RankingPart = 'words' | 'meaning'

/** Ranks by words alone; in a facade without meaning there is nothing of semantic. */
export function rankByWords({ stored, holds }: RankingDeps): Ranking & {
  readonly base: Searcher
} {
  const words = createLexicalSearcher({ saved: stored })
  const byWords = inEnglish(skipHeld(words, 'words', holds), toEnglishWords)
  return { searcher: byWords, base: byWords, words }
}

/**
 * A searcher as it is given; or the default one, as `rank` makes it; or what a chain makes of the default one.
 *
 * @throws TypeError when a chain gives no searcher.
 */
export function rankWith(
  { searcher: given, ...deps }: RankingDeps,
  rank: (deps: Omit<RankingDeps, 'searcher'>) => Ranking,
): Ranking {
  // One that is given was checked with the other options.
  if (given !== undefined && typeof given !== 'function') return { searcher: given }
  const ranking = rank(deps)
  if (given === undefined) return ranking
  const searcher = given(ranking.searcher)
  checkOption('what the function searcher gives', searcher, { functions: ['apply', 'search'] })
  return { ...ranking, searcher }
}

/** A part that leaves changes out while it holds them already. */
export function skipHeld(searcher: Searcher, part: RankingPart, holds: RankingDeps['holds']): Searcher {
  const skipping = Object.freeze({
    ...searcher,
    apply: (changes) => {
      if (holds?.(part) !== true) searcher.apply(changes)
    },
  } satisfies Searcher)
  // What it holds already is never given to a draft.
  setDraft(skipping, async (slices) => draftOf(searcher)?.(slices))
  return skipping
}
