// Discovery in an agent of LangChain: it sees a search, and what the search found from the next call of its model on.
import assert from 'node:assert/strict'
import { fakeModel } from '@langchain/core/testing'
import { createLangChainTools } from '@toolscout/adapters/langchain'
import { createDeferredExposure, createGateway } from '@toolscout/gateway'
import { AIMessage, createAgent, createMiddleware, ToolMessage } from 'langchain'

const gateway = createGateway({ discovery: { embedder: false } })
const order = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
await gateway.register(
  [
    { name: 'track', description: 'Tell where a parcel is', inputSchema: order, execute: () => 'in Hamburg' },
    {
      name: 'refund',
      description: 'Pay the money for an order back',
      inputSchema: order,
      execute: () => 'paid',
    },
    {
      name: 'cancel',
      description: 'Stop an order before it is sent',
      inputSchema: order,
      execute: () => 'stopped',
    },
  ],
  { namespace: 'orders' },
)

// In the place of a model of yours: it says this, one after the other.
const calling = (name: string, args: Record<string, unknown>) =>
  new AIMessage({ content: '', tool_calls: [{ id: name, name, args, type: 'tool_call' }] })
const model = fakeModel()
  .respond(calling('search_tools', { query: 'where is my parcel', limit: 1 }))
  // The number comes as a text, as models do; it is mended where the tool runs.
  .respond(calling('orders__track', { order: '1200' }))
  .respond(new AIMessage('Your parcel is in Hamburg.'))

// The three lines.
const scout = createLangChainTools(createDeferredExposure(gateway))
const middleware = [createMiddleware({ name: 'toolscout', wrapModelCall: scout.wrapModelCall })]
const agent = createAgent({ model, tools: scout.tools(), middleware })

assert.deepEqual(scout.activeTools(), ['search_tools', 'read_result'])
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Where is order 1200?' }] })
for (const message of messages) console.log(message.type, '→', message.text)

assert.equal(messages.at(-1)?.text, 'Your parcel is in Hamburg.')
assert.deepEqual(scout.activeTools(), ['search_tools', 'read_result', 'orders__track'])
const answers = messages.filter((message) => ToolMessage.isInstance(message))
assert.deepEqual(
  answers.map(({ name, status }) => [name, status]),
  [
    ['search_tools', 'success'],
    ['orders__track', 'success'],
  ],
)
assert.equal(answers[1]?.text, 'in Hamburg')
await gateway.stop()
