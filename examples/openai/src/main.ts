// The same discovery goes to OpenAI, which sees one search and no catalog.
import assert from 'node:assert/strict'
import { createOpenAiResponseTools } from '@toolscout/adapters/openai'
import { createDiscovery } from '@toolscout/discovery'
import { createDeferredExposure } from '@toolscout/gateway'
import OpenAI from 'openai'
import { startProvider } from './loopback-provider.ts'

const scout = createDiscovery({ embedder: false })
const text = { type: 'string' } as const
const run = (name: string) => (args: object) => `${name} ${JSON.stringify(args)}`
for (const server of ['billing', 'mail', 'shop'])
  await scout.register(
    ['list', 'create', 'delete'].map((verb) => ({
      name: `${verb}_${server}_entry`,
      description: `${verb} an entry of the ${server} department`,
      inputSchema: { type: 'object', properties: { id: text, note: text }, required: ['id'] },
      execute: run(`${verb} in ${server}:`),
    })),
    { namespace: server },
  )
const { hits } = await scout.search('delete a billing entry')
assert.equal(hits[0]?.id, 'billing:delete_billing_entry')
const tools = createOpenAiResponseTools(createDeferredExposure(scout), { strict: true, namespaces: true })

// What a model would say; with a key and without baseURL, the rest is the same.
const answer = (...output: object[]): object => ({ id: 'r', object: 'response', status: 'completed', output })
const provider = await startProvider([
  answer({
    type: 'tool_search_call',
    call_id: 's1',
    execution: 'client',
    arguments: { query: 'delete a billing entry', limit: 1 },
  }),
  answer({
    type: 'function_call',
    call_id: 'c1',
    namespace: 'billing',
    name: 'delete_billing_entry',
    // Strict mode writes null for what may be left out.
    arguments: '{"id":"7","note":null}',
  }),
  answer({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is gone.' }] }),
])
const client = new OpenAI({ apiKey: 'none', baseURL: provider.baseURL })
const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Delete bill 7.' }]
for (;;) {
  const { output } = await client.responses.create({ model: 'gpt-5.4', input, tools: tools.tools() })
  const answers = await tools.answer(output)
  input.push(...(output as OpenAI.Responses.ResponseInputItem[]), ...answers)
  if (answers.length === 0) break
  for (const item of answers) console.log(JSON.stringify(item))
}
assert.deepEqual(input[4], {
  type: 'function_call_output',
  call_id: 'c1',
  output: 'delete in billing: {"id":"7"}',
})
// The same bytes with every request, so that they are cached.
assert.equal(new Set(provider.asked.map((request) => JSON.stringify(request.tools))).size, 1)
provider.stop()
await scout.close()
