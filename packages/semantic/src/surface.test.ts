import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as transformers from './transformers.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "EmbedderFailedError",
      "createBuiltInRetriever",
      "createEmbedder",
      "createEmbeddingStrategy",
      "createGatedFusion",
      "createHybridSearcher",
      "createOpenAiEmbedder",
      "createOverlapStrategy",
      "createReciprocalRankFusion",
      "createSemanticSearcher",
      "createStrategySearcher",
      "createTokenEmbedder",
      "createWeightedStrategy",
      "createWeightedSumFusion",
      "fromEmbeddingModel",
      "provideTable",
    ]
  `)
  expect(Object.keys(transformers)).toEqual(['createTransformersEmbedder'])
})
