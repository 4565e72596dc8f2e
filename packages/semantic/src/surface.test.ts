import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as transformers from './transformers.ts'
import * as usearch from './usearch.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_CACHED_VECTORS",
      "DEFAULT_MAX_BATCH",
      "DEFAULT_MAX_VECTOR_BYTES",
      "DEFAULT_QUERY_TIMEOUT_MS",
      "EmbedderFailedError",
      "EmbeddingsIncompleteError",
      "MAX_DIMENSIONS",
      "MAX_SEMANTIC_TEXT",
      "PeerNotInstalledError",
      "VectorStoreFullError",
      "askEmbedder",
      "cosineOf",
      "createEmbedder",
      "createEmbeddingCache",
      "createEmbeddingIndex",
      "createEmbeddingStrategy",
      "createOpenAiEmbedder",
      "createOverlapStrategy",
      "createQueryVectors",
      "createSemanticSearcher",
      "createStrategySearcher",
      "createVectorStore",
      "createWeightedStrategy",
      "documentText",
      "fromEmbeddingModel",
      "semanticText",
      "toSearchDocument",
      "toSemanticDocument",
    ]
  `)
  expect(Object.keys(transformers)).toEqual(['createTransformersEmbedder'])
  expect(Object.keys(usearch)).toEqual(['loadUsearch'])
})
