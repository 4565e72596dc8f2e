export { createTokenEmbedder } from './built-in/token-embedder.ts'
export { provideTable } from './built-in-table.ts'
export { createEmbedder } from './embedders/create-embedder.ts'
export { fromEmbeddingModel } from './embedders/embedding-model.ts'
export { createOpenAiEmbedder } from './embedders/openai-embedder.ts'
export type { EmbeddingIndex, EmbeddingProgress } from './embedding-index/embedding-index.ts'
export type { SemanticSearcher, SemanticSearcherOptions } from './embedding-index/semantic-options.ts'
export {
  type BuiltInRetriever,
  createBuiltInRetriever,
  createSemanticSearcher,
} from './embedding-index/semantic-searcher.ts'
export { EmbedderFailedError } from './errors.ts'
export { createGatedFusion, type Fusion } from './hybrid/fusion.ts'
export { createHybridSearcher, type HybridRetriever } from './hybrid/hybrid-searcher.ts'
export { createReciprocalRankFusion, createWeightedSumFusion } from './hybrid/ungated-fusions.ts'
export {
  createEmbeddingStrategy,
  createOverlapStrategy,
  createWeightedStrategy,
  type ScoringStrategy,
} from './strategies/scoring-strategy.ts'
export { createStrategySearcher } from './strategies/strategy-searcher.ts'
