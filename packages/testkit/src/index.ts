export { type CandidatePlace, candidateRetrieverObligations } from './candidate-retriever-obligations.ts'
export { catalogStoreObligations } from './catalog-store-obligations.ts'
export { embedderObligations } from './embedder-obligations.ts'
export { embeddingCacheObligations } from './embedding-cache-obligations.ts'
export { languageModelObligations } from './language-model-obligations.ts'
export { createManualClock, type ManualClock, settled } from './manual-clock.ts'
export { findNewerNode } from './newer-node.ts'
export type { Obligation } from './obligation.ts'
export {
  anyDocument,
  anyDocumentSteps,
  anyQuery,
  type DocumentSketch,
  type DocumentStep,
  documentsAfter,
  sketchDocument,
} from './search-documents.ts'
export { type SearcherSuiteOptions, searcherObligations } from './searcher-obligations.ts'
export {
  type CatalogStoreSuiteOptions,
  type StorePlace,
  sketchRecord,
} from './store-obligations/store-place.ts'
export { type ToolSourceSuiteOptions, toolSourceObligations } from './tool-source-obligations.ts'
export { type VectorIndexSuiteOptions, vectorIndexObligations } from './vector-index-obligations.ts'
export { createWordSearcher, type WordSearcherOptions } from './word-searcher.ts'
