import { createDeferredExposure, createDirectExposure, createMetaExposure } from '@toolscout/gateway'
import type { Exposure } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createAiSdkTools } from './ai-sdk.ts'
import { createAnthropicTools } from './anthropic.ts'
import { catalogGateway } from './fixtures/catalog-gateway.ts'
import { createGeminiTools } from './gemini.ts'
import { createLangChainTools } from './langchain.ts'
import { createMastraTools } from './mastra.ts'
import { createMcpTools } from './mcp.ts'
import { createOpenAiChatTools, createOpenAiResponseTools } from './openai.ts'

const list = (tools: object): unknown =>
  Array.isArray(tools)
    ? tools.map((tool) => [Reflect.get(tool, 'name'), Reflect.get(tool, 'schema') ?? tool])
    : Object.entries(tools)
const ADAPTERS: readonly [name: string, open: (exposure: Exposure) => unknown][] = [
  ['anthropic', (exposure) => createAnthropicTools(exposure).tools()],
  ['openai chat', (exposure) => createOpenAiChatTools(exposure, { strict: true }).tools()],
  ['openai responses', (exposure) => createOpenAiResponseTools(exposure, { namespaces: true }).tools()],
  ['gemini', (exposure) => createGeminiTools(exposure).tools()],
  ['ai sdk', (exposure) => list(createAiSdkTools(exposure).tools())],
  ['langchain', (exposure) => list(createLangChainTools(exposure).tools())],
  ['mastra', (exposure) => list(createMastraTools(exposure).tools())],
  ['mcp', (exposure) => createMcpTools(exposure).tools()],
]
const EXPOSURES = [createDeferredExposure, createDirectExposure, createMetaExposure]

describe.each(ADAPTERS)('%s', (_name, open) => {
  it('gives the same bytes whatever the order of registration', async () => {
    const gateways = [
      await catalogGateway(['github', 'weather']),
      await catalogGateway(['weather', 'github']),
    ]
    for (const expose of EXPOSURES) {
      const [first, second] = gateways.map((gateway) => JSON.stringify(open(expose(gateway))))
      expect(second).toBe(first)
      expect(first?.length).toBeGreaterThan(200)
    }
  })
})

it('an option nobody reads is refused by each', async () => {
  const exposure = createMetaExposure(await catalogGateway())
  const wrong = { principl: 'x' } as object
  for (const open of [
    createAnthropicTools,
    createOpenAiChatTools,
    createOpenAiResponseTools,
    createGeminiTools,
    createAiSdkTools,
    createLangChainTools,
    createMastraTools,
    createMcpTools,
  ])
    expect(() => open(exposure, wrong)).toThrow(/did you mean principal\?/)
})

it('what an earlier part of the conversation found is shown from the beginning, where there is one', async () => {
  const exposure = createDeferredExposure(await catalogGateway())
  const unlocked = ['weather__map', 'gone__since']
  const shown = ['search_tools', 'read_result', 'weather__map']
  const anthropic = createAnthropicTools(exposure, { unlocked }).tools()
  expect(anthropic.filter((tool) => !tool.defer_loading).map(({ name }) => name)).toEqual(shown)
  const responses = createOpenAiResponseTools(exposure, { unlocked }).tools()
  expect(responses).toMatchObject([
    { type: 'tool_search' },
    { name: 'read_result' },
    { name: 'weather__map' },
  ])
  expect(createAiSdkTools(exposure, { unlocked }).activeTools()).toEqual(shown)

  // A search that finds it again loads only what is not there yet.
  const query = { query: 'weather forecast or map' }
  const block = { type: 'tool_use', id: '1', name: 'search_tools', input: query } as const
  const { content } = await createAnthropicTools(exposure, { unlocked }).call(block)
  expect(content).toEqual([{ type: 'tool_reference', tool_name: 'weather__forecast' }])
  const item = { type: 'tool_search_call', call_id: '1', arguments: query, execution: 'client' } as const
  expect(await createOpenAiResponseTools(exposure, { unlocked }).call(item)).toMatchObject({
    tools: [{ name: 'weather__forecast' }],
  })
})

describe('answers', () => {
  const broken: Exposure = {
    instructions: () => undefined,
    list: () => [{ name: 'x', inputSchema: { type: 'object' } }],
    call: () => Promise.reject(new RangeError('an exposure that breaks its word')),
    followsCatalog: false,
  }

  it('come whatever a model says and an exposure does', async () => {
    const anthropic = createAnthropicTools(broken)
    expect(await anthropic.call({ type: 'tool_use', id: '1', name: 'x', input: 5 })).toMatchObject({
      is_error: true,
    })
    expect(await anthropic.answer([{}, { type: 'text' }, { type: 'tool_use', id: 7 }])).toEqual([])
    const chat = createOpenAiChatTools(broken)
    const call = { id: '1', type: 'function', function: { name: 'x', arguments: '{"a":' } } as const
    expect((await chat.call(call)).content).toContain('breaks its word')
    expect(await chat.answer(undefined)).toEqual([])
    expect(await chat.answer([{ type: 'custom', id: '1' }])).toEqual([])
    const responses = createOpenAiResponseTools(broken)
    expect(
      await responses.answer([{ type: 'tool_search_call', execution: 'server' }, { type: 'message' }]),
    ).toEqual([])
    const search = { type: 'tool_search_call', call_id: null, arguments: '{', execution: 'client' } as const
    expect(await responses.call(search)).toMatchObject({ tools: [], call_id: null })
    expect(await createGeminiTools(broken).call({})).toMatchObject({
      functionResponse: { response: { error: expect.any(String) } },
    })
    expect(await createGeminiTools(broken).answer(undefined)).toEqual([])
  })

  it('refuse what cannot be read as arguments, in words', async () => {
    const tools = createOpenAiChatTools(createDirectExposure(await catalogGateway()))
    for (const args of ['{"city":', '[]', '"text"', '5', 'null']) {
      const { content } = await tools.call({
        id: '1',
        type: 'function',
        function: { name: 'weather__forecast', arguments: args },
      })
      expect(content).toMatch(/city|object|argument/i)
    }
  })

  it('are for whom the conversation is', async () => {
    const gateway = await catalogGateway()
    const seen: string[] = []
    const exposure: Exposure = {
      ...createDirectExposure(gateway),
      list: (principal) => {
        seen.push(principal)
        return []
      },
    }
    createMcpTools(exposure, { principal: 'ada' }).tools()
    expect(seen).toEqual(['ada'])
  })
})
