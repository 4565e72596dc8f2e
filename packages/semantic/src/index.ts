// For applications: a searcher by meaning, embedders, vectors.
export type { Clock } from '@toolscout/model'
export { type BuiltInRetriever, createBuiltInRetriever } from './built-in/built-in-retriever.ts'
export { InvalidTableError } from './built-in/invalid-table-error.ts'
export { EMBEDDED_FIELD_WEIGHTS } from './built-in/read-document.ts'
export { createTokenEmbedder, type TokenEmbedderOptions } from './built-in/token-embedder.ts'
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
export type { EmbeddingProgress, EmbeddingState, ProgressListener } from './embedding-index/audience.ts'
export { type AskEmbedderOptions, askEmbedder, type VectorSpace } from './embedding-index/embed-texts.ts'
export {
  createEmbeddingCache,
  DEFAULT_CACHED_VECTORS,
  type EmbeddingCacheOptions,
} from './embedding-index/embedding-cache.ts'
export { createEmbeddingIndex, type EmbeddingIndex } from './embedding-index/embedding-index.ts'
export type { EmbeddingIndexOptions } from './embedding-index/options.ts'
export {
  createQueryVectors,
  type QueryVector,
  type QueryVectors,
  type QueryVectorsOptions,
} from './embedding-index/query-vectors.ts'
export {
  createSemanticSearcher,
  DEFAULT_QUERY_TIMEOUT_MS,
  type SemanticScores,
  type SemanticSearcher,
  type SemanticSearcherOptions,
} from './embedding-index/semantic-searcher.ts'
export { MAX_SEMANTIC_TEXT, semanticText } from './embedding-index/semantic-text.ts'
export {
  EmbedderFailedError,
  type EmbedderFailure,
  type EmbedderFault,
  EmbeddingsIncompleteError,
  PeerNotInstalledError,
  VectorStoreFullError,
} from './errors.ts'
export {
  type FusedHit,
  type Fusion,
  NORMALIZATIONS,
  type Normalization,
  normalize,
  type RetrieverRanking,
  windowOf,
} from './hybrid/fusion.ts'
export { agreementOf, createGatedFusion } from './hybrid/gated-fusion.ts'
export {
  createHybridSearcher,
  type HybridRetriever,
  type HybridSearcherOptions,
} from './hybrid/hybrid-searcher.ts'
export { createReciprocalRankFusion, createWeightedSumFusion } from './hybrid/ungated-fusions.ts'
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
