import { createDiscovery } from '@toolscout/discovery'
import { fromEmbeddingModel } from '@toolscout/semantic'
import { MockEmbeddingModelV3 } from 'ai/test'
import { expect, it } from 'vitest'

it('an embedding model of the AI SDK is an embedder as it is', async () => {
  const asked: string[] = []
  const model = new MockEmbeddingModelV3({
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => {
      asked.push(...values)
      return {
        embeddings: values.map((text) => (/rain|weather/i.test(text) ? [1, 0] : [0, 1])),
        warnings: [],
      }
    },
  })
  const scout = createDiscovery({ embedder: fromEmbeddingModel(model, { dimensions: 2 }) })
  await scout.register([
    { name: 'forecast', description: 'Tell the weather', inputSchema: { type: 'object' } },
    { name: 'mail', description: 'Send a letter', inputSchema: { type: 'object' } },
  ])
  await scout.embeddings?.ready()
  const { hits } = await scout.search('will it rain?')
  expect(hits[0]?.id).toBe('forecast')
  expect(asked.length).toBeGreaterThanOrEqual(3)
  await scout.close()
})
