// Claude is sent every tool and shown three: the others wait until a search, which runs here, refers to them.
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { createAnthropicTools } from '@toolscout/adapters/anthropic'
import { createDeferredExposure, createGateway } from '@toolscout/gateway'
import { startProvider } from './loopback-provider.ts'

const gateway = createGateway({ discovery: { embedder: false } })
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
await gateway.register(
  [
    {
      name: 'forecast',
      description: 'Tell the weather of tomorrow',
      inputSchema: city,
      execute: () => 'rain',
    },
    { name: 'warn', description: 'Warn of storms and floods', inputSchema: city, execute: () => 'no storm' },
  ],
  { namespace: 'weather' },
)
await gateway.register(
  [{ name: 'book', description: 'Book a train ticket', inputSchema: city, execute: () => 'seat 12' }],
  { namespace: 'rail' },
)
const tools = createAnthropicTools(createDeferredExposure(gateway), { cacheControl: { type: 'ephemeral' } })

// What a model would say; with a key and without baseURL, the rest is the same.
const answer = (stop_reason: string, ...content: object[]): object => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason,
  usage: {},
})
const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })
const provider = await startProvider([
  answer('tool_use', use('t1', 'search_tools', { query: 'book a train ticket', limit: 1 })),
  answer('tool_use', use('t2', 'rail__book', { city: 'Bergen' })),
  answer('end_turn', { type: 'text', text: 'You have seat 12.' }),
])
const client = new Anthropic({ apiKey: 'none', baseURL: provider.baseURL })

const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'A ticket to Bergen, please.' }]
for (;;) {
  const request = { model: 'claude-opus-4-8', max_tokens: 1_000, messages, tools: tools.tools() }
  const { content } = await client.messages.create(request)
  messages.push({ role: 'assistant', content })
  const results = await tools.answer(content)
  if (results.length === 0) break
  for (const result of results) console.log(JSON.stringify(result))
  messages.push({ role: 'user', content: results })
}
const found = [{ type: 'tool_reference', tool_name: 'rail__book' }]
assert.deepEqual(messages[2]?.content, [{ type: 'tool_result', tool_use_id: 't1', content: found }])
assert.deepEqual(messages[4]?.content, [
  { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'seat 12' }] },
])
assert.equal(provider.asked[0]?.tools.filter((tool) => 'defer_loading' in tool).length, 3)
provider.stop()
await gateway.stop()
