import { type CatalogTool, createCatalogSearch, type SearchFunction } from '@toolscout/evaluation'
import { createBm25Searcher, createLexicalSearcher } from '@toolscout/search'
import { createWinkSearcher } from '@toolscout/wink'
import { createAiSdkHookSearch, createAiSdkSearch } from './ai-sdk-search.ts'
import { createMinisearchSearcher } from './minisearch-searcher.ts'
import { createPlainSearch } from './plain-search.ts'

/** A search to measure. */
export interface NamedSearch {
  /** How reports call it. */
  readonly name: string
  /** Makes it over tools. */
  readonly create: (tools: readonly CatalogTool[]) => SearchFunction
}

/** The search every run has: what users get when they say nothing. */
export const OWN_SEARCH: NamedSearch = {
  name: 'toolscout',
  create: (tools) => createCatalogSearch(tools).search,
}

/** The default by words alone, without vectors that were trained on texts like those of some public sets. */
export const WORDS_SEARCH: NamedSearch = {
  name: 'words',
  create: (tools) => createCatalogSearch(tools, { searcher: createLexicalSearcher() }).search,
}

/** Plain BM25F, the ground the default stands on. */
export const BM25_SEARCH: NamedSearch = {
  name: 'bm25',
  create: (tools) => createCatalogSearch(tools, { searcher: createBm25Searcher() }).search,
}

/** The searches there are, ours first. */
export const SEARCHES: readonly NamedSearch[] = Object.freeze([
  OWN_SEARCH,
  WORDS_SEARCH,
  BM25_SEARCH,
  {
    name: 'wink',
    create: (tools) => createCatalogSearch(tools, { searcher: createWinkSearcher() }).search,
  },
  {
    name: 'minisearch',
    create: (tools) => createCatalogSearch(tools, { searcher: createMinisearchSearcher() }).search,
  },
  { name: 'plain', create: createPlainSearch },
  { name: 'ai-sdk', create: createAiSdkSearch },
  { name: 'ai-sdk-hook', create: createAiSdkHookSearch },
])
