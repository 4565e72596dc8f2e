export {
  createTransformersEmbedder,
  type TransformersEmbedderOptions,
} from './embedders/transformers-embedder.ts'
