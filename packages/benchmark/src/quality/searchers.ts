import type { Searcher } from '@toolscout/model'
import { createWinkSearcher } from '@toolscout/search/wink'
import { createMinisearchSearcher } from './minisearch-searcher.ts'
import { createPlainSearcher } from './plain-searcher.ts'

/** The searcher every run has: what users get when they say nothing. */
export const OWN_SEARCHER = 'bm25'

/** Makes the searcher of a name; `undefined` is the facade's own. */
type CreateSearcher = () => Searcher | undefined

const SEARCHERS: { readonly [name: string]: CreateSearcher } = {
  [OWN_SEARCHER]: () => undefined,
  wink: createWinkSearcher,
  minisearch: createMinisearchSearcher,
  plain: createPlainSearcher,
}

/** Names of the searchers there are, ours first. */
export const SEARCHER_NAMES: readonly string[] = Object.freeze(Object.keys(SEARCHERS))

/** A new searcher of a name of {@link SEARCHER_NAMES}; `undefined` for the facade's own. */
export function createSearcher(name: string): Searcher | undefined {
  return SEARCHERS[name]?.()
}
