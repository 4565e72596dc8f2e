// For applications: vectors.
export { VectorStoreFullError } from './errors.ts'
export { MAX_DIMENSIONS } from './vectors/unit-vector.ts'
export {
  createVectorStore,
  DEFAULT_MAX_VECTOR_BYTES,
  type VectorStore,
  type VectorStoreOptions,
} from './vectors/vector-store.ts'
