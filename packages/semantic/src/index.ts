// For applications: embedders and vectors.
export type { Clock } from './clock.ts'
export {
  createEmbedder,
  DEFAULT_MAX_BATCH,
  type EmbedderOptions,
  type EmbedTexts,
  type FunctionEmbedderOptions,
} from './embedders/create-embedder.ts'
export {
  type EmbeddingModelLike,
  type EmbeddingModelOptions,
  fromEmbeddingModel,
} from './embedders/embedding-model.ts'
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './embedders/openai-embedder.ts'
export {
  EmbedderFailedError,
  type EmbedderFailure,
  type EmbedderFault,
  PeerNotInstalledError,
  VectorStoreFullError,
} from './errors.ts'
export {
  cosineOf,
  createEmbeddingStrategy,
  createOverlapStrategy,
  createWeightedStrategy,
  type ScoringStrategy,
  type WeightedStrategyOptions,
} from './strategies/scoring-strategy.ts'
export {
  documentText,
  type SemanticDocument,
  toSearchDocument,
  toSemanticDocument,
} from './strategies/semantic-document.ts'
export { createStrategySearcher } from './strategies/strategy-searcher.ts'
export { MAX_DIMENSIONS } from './vectors/unit-vector.ts'
export {
  createVectorStore,
  DEFAULT_MAX_VECTOR_BYTES,
  type VectorStore,
  type VectorStoreOptions,
} from './vectors/vector-store.ts'
