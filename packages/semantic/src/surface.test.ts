import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_MAX_BATCH",
      "DEFAULT_MAX_VECTOR_BYTES",
      "EmbedderFailedError",
      "MAX_DIMENSIONS",
      "PeerNotInstalledError",
      "VectorStoreFullError",
      "cosineOf",
      "createEmbedder",
      "createEmbeddingStrategy",
      "createOpenAiEmbedder",
      "createOverlapStrategy",
      "createStrategySearcher",
      "createVectorStore",
      "createWeightedStrategy",
      "documentText",
      "fromEmbeddingModel",
      "toSearchDocument",
      "toSemanticDocument",
    ]
  `)
})
