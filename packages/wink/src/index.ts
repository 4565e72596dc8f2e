// For applications that want the ranking of wink-bm25-text-search.
export { createWinkSearcher, type WinkSearcherOptions } from './wink-searcher.ts'
