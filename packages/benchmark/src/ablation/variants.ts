import { type CatalogTool, createCatalogSearch, type SearchFunction } from '@toolscout/evaluation'
import {
  createTunedLexicalSearcher,
  DEFAULT_SIGNALS,
  type RankingSignals,
  type TunedLexicalOptions,
} from '@toolscout/search/internal'
import { BM25_SEARCH, type NamedSearch, OWN_SEARCH } from '../quality/searchers.ts'

/** What turns a signal off where 0 does not. */
const OFF: { readonly [signal in keyof RankingSignals]?: number } = { nearDuplicates: 1 }

/** The default search by words, the same with one thing changed each, and what is left with nothing: plain BM25F. */
export const VARIANTS: readonly NamedSearch[] = Object.freeze([
  variantOf(OWN_SEARCH.name, {}),
  ...(Object.keys(DEFAULT_SIGNALS) as (keyof RankingSignals)[]).map((signal) =>
    variantOf(`no ${signal}`, { signals: { [signal]: OFF[signal] ?? 0 } }),
  ),
  variantOf('no builtInSynonyms', { builtInSynonyms: false }),
  BM25_SEARCH,
])

function variantOf(name: string, options: TunedLexicalOptions): NamedSearch {
  const create = (tools: readonly CatalogTool[]): SearchFunction =>
    createCatalogSearch(tools, { searcher: createTunedLexicalSearcher(options) }).search
  return { name, create }
}
