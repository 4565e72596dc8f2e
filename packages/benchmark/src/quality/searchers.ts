import { type CatalogTool, createCatalogSearch, type SearchFunction } from '@toolscout/evaluation'
import { createWinkSearcher } from '@toolscout/search/wink'
import { createMinisearchSearcher } from './minisearch-searcher.ts'
import { createPlainSearch } from './plain-search.ts'

/** The searcher every run has: what users get when they say nothing. */
export const OWN_SEARCHER = 'bm25'

/** Makes a search over tools. */
type CreateSearch = (tools: readonly CatalogTool[]) => SearchFunction

const SEARCHERS: { readonly [name: string]: CreateSearch } = {
  [OWN_SEARCHER]: (tools) => createCatalogSearch(tools).search,
  wink: (tools) => createCatalogSearch(tools, { searcher: createWinkSearcher() }).search,
  minisearch: (tools) => createCatalogSearch(tools, { searcher: createMinisearchSearcher() }).search,
  plain: createPlainSearch,
}

/** Names of the searchers there are, ours first. */
export const SEARCHER_NAMES: readonly string[] = Object.freeze(Object.keys(SEARCHERS))

/**
 * The search of a name of {@link SEARCHER_NAMES} over tools.
 *
 * @throws RangeError for another name.
 */
export function createSearch(name: string, tools: readonly CatalogTool[]): SearchFunction {
  const create = Object.hasOwn(SEARCHERS, name) ? SEARCHERS[name] : undefined
  if (create === undefined) throw new RangeError(`There is no searcher ${JSON.stringify(name)}.`)
  return create(tools)
}
