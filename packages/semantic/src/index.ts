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
export { MAX_DIMENSIONS } from './vectors/unit-vector.ts'
export {
  createVectorStore,
  DEFAULT_MAX_VECTOR_BYTES,
  type VectorStore,
  type VectorStoreOptions,
} from './vectors/vector-store.ts'
