import { createDiscovery } from '@toolscout/discovery'
import { createDeferredExposure, createMetaExposure } from '@toolscout/gateway'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { at, each } from '../fixtures/at.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { countingExposure } from '../fixtures/counting-exposure.ts'
import { startLoopback } from '../fixtures/loopback.ts'
import { createOpenAiChatTools } from './chat-tools.ts'
import { createOpenAiResponseTools } from './response-tools.ts'

const clientOf = (url: string): OpenAI => new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 })
const completion = (
  content: string | null,
  ...calls: [id: string, name: string, args: object][]
): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 0,
  model: 'gpt',
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content,
        refusal: null,
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map(([id, name, args]) => ({
                id,
                type: 'function',
                function: { name, arguments: JSON.stringify(args) },
              })),
            }),
      },
      logprobs: null,
    },
  ],
})

async function chat(tools: ReturnType<typeof createOpenAiChatTools>, answers: readonly object[]) {
  const loopback = await startLoopback(answers)
  const client = clientOf(loopback.url)
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'go' }]
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'gpt', messages, tools: tools.tools() })
    const message = choices[0]?.message
    if (message === undefined) throw new RangeError('no message')
    messages.push(message)
    const results = await tools.answer(message.tool_calls)
    if (results.length === 0) return { loopback, message }
    messages.push(...results)
  }
}

describe('tools of Chat Completions', () => {
  it('are seen from the next request on when a search found them', async () => {
    const tools = createOpenAiChatTools(createDeferredExposure(await catalogGateway()))
    const { loopback, message } = await chat(tools, [
      completion(null, ['c1', 'search_tools', { query: 'weather forecast and weather map' }]),
      completion(
        null,
        ['c2', 'weather__forecast', { city: 'Oslo' }],
        ['c3', 'github__close_issue', { number: 7 }],
      ),
      completion('Rain.'),
    ])
    expect(message.content).toBe('Rain.')
    const namesOf = ({ body }: (typeof loopback.asked)[number]): unknown[] =>
      each(body.tools, 'function', 'name')
    const before = ['search_tools', 'read_result']
    const found = ['weather__forecast', 'weather__map']
    expect(loopback.asked.map(namesOf)).toEqual([
      before,
      [...before, ...found],
      // What was called although nobody had found it is there from then on.
      [...before, ...found, 'github__close_issue'],
    ])
    expect(loopback.asked[2]?.body.messages).toMatchObject([
      {},
      {},
      { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('weather__forecast') },
      {},
      { role: 'tool', tool_call_id: 'c2', content: 'Rain in Oslo' },
      { role: 'tool', tool_call_id: 'c3', content: 'the issue is locked' },
    ])
    expect(tools.unlocked()).toEqual([...found, 'github__close_issue'])
  })

  it('come from a discovery as they do from a gateway', async () => {
    const scout = createDiscovery({ embedder: false })
    await scout.register(
      {
        forecast: {
          description: 'Tell the weather forecast and weather map',
          inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          execute: ({ city }: { city: string }) => `Rain in ${city}`,
        },
      },
      { namespace: 'weather' },
    )
    const tools = createOpenAiChatTools(createDeferredExposure(scout))
    const { loopback, message } = await chat(tools, [
      completion(null, ['c1', 'search_tools', { query: 'weather forecast and weather map' }]),
      completion(null, ['c2', 'weather__forecast', { city: 'Oslo' }]),
      completion('Rain.'),
    ])
    expect(message.content).toBe('Rain.')
    expect(loopback.asked[2]?.body.messages).toContainEqual({
      role: 'tool',
      tool_call_id: 'c2',
      content: 'Rain in Oslo',
    })
    await scout.close()
  })

  it('are the meta-tools, ready, and held to their schemas', async () => {
    const tools = createOpenAiChatTools(createMetaExposure(await catalogGateway()), { strict: true })
    const { loopback } = await chat(tools, [
      // Strict mode gives null where a member is left out.
      completion(null, [
        'c1',
        'search_tools',
        { query: 'issue', queries: null, servers: null, readOnly: null, limit: 1, offset: null },
      ]),
      completion('Done.'),
    ])
    const listed = each(at(loopback.asked, 0, 'body', 'tools'), 'function')
    expect(listed.map((tool) => [at(tool, 'name'), at(tool, 'strict')])).toEqual([
      ['search_tools', true],
      ['describe_tools', true],
      // Its arguments are any object, which strict mode does not have.
      ['call_tool', false],
      ['read_result', true],
    ])
    expect(JSON.stringify(loopback.asked[1]?.body.messages)).toMatch(
      /The first very likely fits|Nearest, best first/,
    )
    expect(tools.losses()).toContainEqual(
      expect.objectContaining({ tool: 'call_tool', keyword: 'strict', path: '/inputSchema' }),
    )
  })
})

it.each([
  ['Chat Completions', createOpenAiChatTools],
  ['Responses', createOpenAiResponseTools],
])('tools of %s are listed once for each request, and stay the same array', async (_name, open) => {
  const { exposure, asked } = countingExposure(createDeferredExposure(await catalogGateway()))
  const tools = open(exposure)
  const first = tools.tools()
  // Chat asks once for what is active and once to write it.
  expect(asked.list).toBeLessThanOrEqual(2)
  expect(asked.shown).toBe(asked.list)
  expect(tools.tools()).toBe(first)
})

it('a message is answered as its calls are, and what is neither has no calls', async () => {
  const tools = createOpenAiChatTools(createMetaExposure(await catalogGateway()))
  const fn = { name: 'call_tool', arguments: '{"name":"weather:forecast","arguments":{"city":"Oslo"}}' }
  const calls = [{ id: 'c1', type: 'function', function: fn }]
  const answers = [{ role: 'tool', tool_call_id: 'c1', content: 'Rain in Oslo' }]
  expect(await tools.answer(calls)).toEqual(answers)
  expect(await tools.answer({ tool_calls: calls })).toEqual(answers)
  for (const none of [undefined, null, [], {}, { tool_calls: null }, 'text', 5, [null]])
    expect(await tools.answer(none as never)).toEqual([])
})

const response = (...output: object[]): object => ({
  id: 'r',
  object: 'response',
  status: 'completed',
  output,
})
const functionCall = (call_id: string, name: string, args: object, namespace?: string): object => ({
  type: 'function_call',
  id: `fc_${call_id}`,
  call_id,
  name,
  arguments: JSON.stringify(args),
  status: 'completed',
  ...(namespace === undefined ? {} : { namespace }),
})

async function respond(tools: ReturnType<typeof createOpenAiResponseTools>, answers: readonly object[]) {
  const loopback = await startLoopback(answers)
  const client = clientOf(loopback.url)
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'go' }]
  for (;;) {
    const { output } = await client.responses.create({ model: 'gpt', input, tools: tools.tools() })
    // The SDK's own types of what comes and what goes differ for roles that never come here.
    input.push(...(output as OpenAI.Responses.ResponseInputItem[]))
    const results = await tools.answer(output)
    if (results.length === 0) return { loopback, output }
    input.push(...results)
  }
}

describe.each([false, true])('tools of Responses (namespaces: %s)', (namespaces) => {
  it('are loaded by a tool search that the client runs', async () => {
    const tools = createOpenAiResponseTools(createDeferredExposure(await catalogGateway()), { namespaces })
    const { loopback } = await respond(tools, [
      response({
        type: 'tool_search_call',
        id: 'ts',
        call_id: 's1',
        execution: 'client',
        arguments: { query: 'weather forecast and weather map' },
        status: 'completed',
      }),
      response(
        namespaces
          ? functionCall('c1', 'forecast', { city: 'Oslo' }, 'weather')
          : functionCall('c1', 'weather__forecast', { city: 'Oslo' }),
        functionCall('c2', 'weather__map', { country: 'NO' }),
      ),
      response({ type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [] }),
    ])
    const [first, second, third] = loopback.asked.map(({ body }) => body)
    expect(first?.tools).toMatchObject([
      { type: 'tool_search', execution: 'client', parameters: { properties: { query: {} } } },
      { type: 'function', name: 'read_result' },
    ])
    expect(JSON.stringify(third?.tools)).toBe(JSON.stringify(first?.tools))
    const loaded = namespaces
      ? [{ type: 'namespace', name: 'weather', tools: [{ name: 'forecast' }, { name: 'map' }] }]
      : [{ type: 'function', name: 'weather__forecast', strict: false }, { name: 'weather__map' }]
    expect(at(second, 'input', 2)).toMatchObject({
      type: 'tool_search_output',
      call_id: 's1',
      execution: 'client',
      status: 'completed',
      tools: loaded,
    })
    expect(at(third, 'input')).toHaveLength(7)
    expect([at(third, 'input', 5), at(third, 'input', 6)]).toEqual([
      { type: 'function_call_output', call_id: 'c1', output: 'Rain in Oslo' },
      {
        type: 'function_call_output',
        call_id: 'c2',
        output: [
          { type: 'input_text', text: 'The map:' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        ],
      },
    ])
  })
})
