// An embedding model of your own ranks by meaning beside words. Here a server of this process stands for the model:
// it speaks the API that OpenAI, Ollama, LM Studio, vLLM and others have, so a base URL is all that changes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDiscovery } from '@toolscout/discovery'
import { createOpenAiEmbedder } from '@toolscout/semantic'

/** A model that knows three topics, and a little of everything. */
const TOPICS = [/sound|speech|aloud|voice/i, /picture|photo|drawing/i, /money|invoice|pay/i]
const embed = (text: string): number[] => [0.1, ...TOPICS.map((topic) => Number(topic.test(text)))]

let isDown = false
const server = createServer(async (request, response) => {
  const { input } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { input: string[] }
  if (isDown) return void response.writeHead(500).end()
  const data = input.map((text, index) => ({ index, embedding: embed(text) }))
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo

const scout = createDiscovery({
  embedder: createOpenAiEmbedder({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'three-topics',
    dimensions: 4,
  }),
})
scout.embeddings?.onProgress(({ state, pending, total }) =>
  console.log(`${state}: ${total - pending} of ${total} tools have a vector`),
)
const inputSchema = { type: 'object' } as const
await scout.register([
  { name: 'narrate', description: 'Reads a text aloud', inputSchema },
  { name: 'draw', description: 'Makes a picture of what you say', inputSchema },
  { name: 'bill', description: 'Writes an invoice', inputSchema },
])

// Searches do not wait for embeddings; an application can wait for them itself.
await scout.embeddings?.ready()
const { hits } = await scout.search('turn this chapter into sound')
console.log('sound ->', hits[0]?.id)
assert.equal(hits[0]?.id, 'narrate')

// When the model is away, words answer alone, and the answer says so.
isDown = true
const alone = await scout.search('invoice for a photo session')
console.log('without the model ->', alone.hits[0]?.id, '-', alone.degraded[0]?.reason)
assert.equal(alone.hits[0]?.id, 'bill')
assert.equal(alone.degraded[0]?.part, 'semantic')

await scout.close()
server.close()
