import Anthropic from '@anthropic-ai/sdk'
import { createDeferredExposure, createDirectExposure, createMetaExposure } from '@toolscout/gateway'
import { describe, expect, it } from 'vitest'
import { at } from '../fixtures/at.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { countingExposure } from '../fixtures/counting-exposure.ts'
import { startLoopback } from '../fixtures/loopback.ts'
import { createAnthropicTools } from './anthropic-tools.ts'

const message = (stop_reason: string, ...content: object[]): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
})
const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })

/** The loop of an agent with the real SDK, against what a provider says. */
async function converse(tools: ReturnType<typeof createAnthropicTools>, answers: readonly object[]) {
  const loopback = await startLoopback(answers)
  const client = new Anthropic({ apiKey: 'none', baseURL: loopback.url, maxRetries: 0 })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }]
  for (;;) {
    const reply = await client.messages.create({
      model: 'claude',
      max_tokens: 100,
      messages,
      tools: tools.tools(),
    })
    messages.push({ role: 'assistant', content: reply.content })
    const results = await tools.answer(reply.content)
    if (results.length === 0) return { loopback, reply, messages }
    messages.push({ role: 'user', content: results })
  }
}

describe('tools of Anthropic', () => {
  it('are searched by the client: what was found comes as references, and is called', async () => {
    const tools = createAnthropicTools(createDeferredExposure(await catalogGateway()), {
      cacheControl: { type: 'ephemeral' },
    })
    const { loopback, reply } = await converse(tools, [
      message('tool_use', use('t1', 'search_tools', { query: 'weather forecast and weather map' })),
      message(
        'tool_use',
        use('t2', 'weather__forecast', { city: 'Oslo' }),
        use('t3', 'github__close_issue', { number: '7' }),
      ),
      message('end_turn', { type: 'text', text: 'Rain.' }),
    ])
    expect(reply.content).toMatchObject([{ type: 'text', text: 'Rain.' }])
    const [first, second, third] = loopback.asked.map(({ body }) => body)
    expect(first?.tools).toMatchObject([
      { name: 'search_tools' },
      { name: 'read_result', cache_control: { type: 'ephemeral' } },
      { name: 'github__close_issue', defer_loading: true },
      { name: 'github__create_issue', defer_loading: true },
      { name: 'weather__forecast', defer_loading: true },
      { name: 'weather__map', defer_loading: true },
    ])
    // The prefix a provider caches never changes.
    expect(JSON.stringify(third?.tools)).toBe(JSON.stringify(first?.tools))
    const references = [
      { type: 'tool_reference', tool_name: 'weather__forecast' },
      { type: 'tool_reference', tool_name: 'weather__map' },
    ]
    expect(at(second, 'messages', 2, 'content')).toEqual([
      { type: 'tool_result', tool_use_id: 't1', content: references },
    ])
    expect(at(third, 'messages', 4, 'content')).toEqual([
      { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'Rain in Oslo' }] },
      {
        type: 'tool_result',
        tool_use_id: 't3',
        content: [{ type: 'text', text: 'the issue is locked' }],
        is_error: true,
      },
    ])
  })

  it('are the meta-tools, ready', async () => {
    const tools = createAnthropicTools(createMetaExposure(await catalogGateway()))
    const { loopback } = await converse(tools, [
      message('tool_use', use('t1', 'call_tool', { name: 'weather:map', arguments: { country: 'NO' } })),
      message('end_turn', { type: 'text', text: 'Done.' }),
    ])
    expect(loopback.asked[0]?.body.tools).toHaveLength(4)
    expect(at(loopback.asked, 1, 'body', 'messages', 2, 'content')).toMatchObject([
      {
        content: [
          { type: 'text', text: 'The map:' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        ],
      },
    ])
  })

  it('are held to their schemas where strict tools can hold them, and say where not', async () => {
    const gateway = await catalogGateway()
    await gateway.register([
      {
        name: 'env',
        inputSchema: { type: 'object', properties: { any: { type: 'object' } } },
        execute: () => '',
      },
    ])
    const tools = createAnthropicTools(createDeferredExposure(gateway), { strict: true })
    const byName = new Map(tools.tools().map((tool) => [tool.name, tool]))
    expect(byName.get('env')).not.toHaveProperty('strict')
    expect(byName.get('weather__map')).toMatchObject({
      strict: true,
      input_schema: { additionalProperties: false },
    })
    expect(tools.losses().map(({ tool, keyword }) => [tool, keyword])).toEqual([
      ['env', 'strict'],
      ['github__create_issue', 'minLength'],
    ])
  })

  it('are listed and written once, and again when a tool came', async () => {
    const gateway = await catalogGateway()
    const { exposure, asked } = countingExposure(createDeferredExposure(gateway))
    const tools = createAnthropicTools(exposure)
    const first = tools.tools()
    expect(asked).toEqual({ list: 1, shown: 1 })
    expect(tools.tools()).toBe(first)
    expect(tools.tools()).toBe(first)
    expect(asked).toEqual({ list: 3, shown: 3 })
    await gateway.register([{ name: 'new_one', inputSchema: { type: 'object' } }])
    expect(tools.tools()).toHaveLength(first.length + 1)
  })

  it('are the same array over an exposure that makes a list each time', async () => {
    const direct = createDirectExposure(await catalogGateway())
    const exposure = { ...direct, list: (principal: string) => [...direct.list(principal)] }
    const tools = createAnthropicTools(exposure)
    expect(tools.tools()).toBe(tools.tools())
  })
})
