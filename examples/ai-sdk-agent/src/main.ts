// An agent of the AI SDK begins with a search; what it finds is active for its next step, and nothing else.
import assert from 'node:assert/strict'
import { createAiSdkTools } from '@toolscout/adapters/ai-sdk'
import { createDeferredExposure, createGateway } from '@toolscout/gateway'
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'

const gateway = createGateway({ discovery: { embedder: false } })
const room = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] }
const device = (name: string, description: string, answer: string) => ({
  name,
  description,
  inputSchema: room,
  execute: ({ room: where }: { room: string }) => `${answer} in the ${where}`,
})
await gateway.register(
  [
    device('dim_light', 'Make the light darker', 'dimmed'),
    device('play_music', 'Play calm music', 'playing'),
    device('read_thermometer', 'Tell how warm it is', '21 °C'),
    device('close_blinds', 'Close the blinds of the windows', 'closed'),
  ],
  { namespace: 'home' },
)

// The three lines.
const scout = createAiSdkTools(createDeferredExposure(gateway))
const agent = { tools: scout.tools(), prepareStep: scout.prepareStep, stopWhen: stepCountIs(10) }
const system = scout.instructions() ?? ''

// In the place of a model, such as openai('gpt-5.4'): it says this, one after the other, and notes what it sees.
const seen: string[][] = []
const call = (toolName: string, input: object) =>
  ({ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }) as const
const said = [
  call('search_tools', { query: 'how warm is it?', limit: 1 }),
  call('home__read_thermometer', { room: 'kitchen' }),
  { type: 'text', text: 'The kitchen has 21 °C.' } as const,
]
const none = { noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0, total: 0 }
const model = new MockLanguageModelV3({
  doGenerate: async ({ tools = [] }) => {
    seen.push(tools.map(({ name }) => name))
    const content = said[seen.length - 1]
    return {
      content: content === undefined ? [] : [content],
      finishReason: { unified: content?.type === 'text' ? 'stop' : 'tool-calls', raw: undefined },
      usage: { inputTokens: none, outputTokens: none },
      warnings: [],
    }
  },
})
const { text, steps } = await generateText({ ...agent, model, system, prompt: 'Is the kitchen warm?' })
for (const names of seen) console.log('The model sees', names.join(', '))
console.log(text)

assert.equal(text, 'The kitchen has 21 °C.')
assert.deepEqual(seen[0], ['search_tools', 'read_result'])
assert.deepEqual(seen[1], ['search_tools', 'read_result', 'home__read_thermometer'])
assert.match(JSON.stringify(steps[1]?.toolResults), /21 °C in the kitchen/)
await gateway.stop()
