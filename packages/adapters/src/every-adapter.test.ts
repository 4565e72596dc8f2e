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
const namesOf = (tools: readonly object[]): unknown[] => tools.map((tool) => Reflect.get(tool, 'name'))

/** One conversation of an adapter. */
interface Conversation {
  readonly tools: () => object
  /** What of them a model reads. */
  readonly seen: () => unknown
  readonly search: (query: string) => Promise<unknown>
}
type Open = (exposure: Exposure) => Conversation
const ADAPTERS: readonly (readonly [name: string, open: Open])[] = [
  [
    'anthropic',
    (exposure) => {
      const { tools, call } = createAnthropicTools(exposure)
      const search = (query: string) =>
        call({ type: 'tool_use', id: '1', name: 'search_tools', input: { query, limit: 1 } })
      return { tools, search, seen: () => namesOf(tools().filter((tool) => !tool.defer_loading)) }
    },
  ],
  [
    'openai chat',
    (exposure) => {
      const { tools, call } = createOpenAiChatTools(exposure, { strict: true })
      const search = (query: string) => {
        const args = JSON.stringify({ query, limit: 1 })
        return call({ id: '1', type: 'function', function: { name: 'search_tools', arguments: args } })
      }
      return { tools, search, seen: () => namesOf(tools().map((tool) => tool.function)) }
    },
  ],
  [
    'openai responses',
    (exposure) => {
      const { tools, call } = createOpenAiResponseTools(exposure, { namespaces: true })
      const search = (query: string) =>
        call({ type: 'tool_search_call', call_id: '1', arguments: { query, limit: 1 }, execution: 'client' })
      return { tools, search, seen: () => tools().map(({ type }) => type) }
    },
  ],
  [
    'gemini',
    (exposure) => {
      const { tools, call } = createGeminiTools(exposure)
      const search = (query: string) => call({ name: 'search_tools', args: { query, limit: 1 } })
      return { tools, search, seen: () => namesOf(tools()[0]?.functionDeclarations ?? []) }
    },
  ],
  [
    'ai sdk',
    (exposure) => {
      const { tools, prepareStep } = createAiSdkTools(exposure)
      const search = async (query: string) =>
        tools().search_tools?.execute?.({ query, limit: 1 }, {} as never)
      // As versions 5 and 6 do it, and as version 7 is asked to.
      const seen = () => {
        const { activeTools, toolOrder } = prepareStep()
        const sent = Object.keys(tools()).filter((name) => activeTools.includes(name))
        expect(toolOrder).toEqual(sent)
        return sent
      }
      return { tools, search, seen }
    },
  ],
  [
    'langchain',
    (exposure) => {
      const { tools, wrapModelCall } = createLangChainTools(exposure)
      const search = async (query: string) =>
        tools()
          .find(({ name }) => name === 'search_tools')
          ?.invoke({ query, limit: 1 })
      return { tools, search, seen: () => wrapModelCall({ tools: tools() }, (asked) => namesOf(asked.tools)) }
    },
  ],
  [
    'mastra',
    (exposure) => {
      const { tools, prepareStep } = createMastraTools(exposure)
      const search = async (query: string) =>
        tools().search_tools?.execute?.({ query, limit: 1 }, {} as never)
      const seen = () => {
        const { activeTools } = prepareStep()
        return Object.keys(tools()).filter((name) => activeTools.includes(name))
      }
      return { tools, search, seen }
    },
  ],
  [
    'mcp',
    (exposure) => {
      const { tools, call } = createMcpTools(exposure)
      const search = (query: string) => call({ name: 'search_tools', arguments: { query, limit: 1 } })
      return { tools, search, seen: () => namesOf(tools()) }
    },
  ],
]
const EXPOSURES = [createDeferredExposure, createDirectExposure, createMetaExposure]

describe.each(ADAPTERS)('%s', (name, open) => {
  it('gives the same bytes whatever the order of registration', async () => {
    const gateways = [
      await catalogGateway(['github', 'weather']),
      await catalogGateway(['weather', 'github']),
    ]
    for (const expose of EXPOSURES) {
      const [first, second] = gateways.map((gateway) => JSON.stringify(list(open(expose(gateway)).tools())))
      expect(second).toBe(first)
      expect(first?.length).toBeGreaterThan(200)
    }
  })

  it('puts what was found behind what was there, in the order in which it was found', async () => {
    const { seen, search } = open(createDeferredExposure(await catalogGateway()))
    const before = seen()
    await search('weather forecast of a city')
    await search('close an issue of a repository')
    if (['anthropic', 'openai responses'].includes(name)) expect(seen()).toEqual(before)
    else expect(seen()).toEqual(['search_tools', 'read_result', 'weather__forecast', 'github__close_issue'])
  })

  it('reads each tool so many times, however many there are, and no tool again while nothing changed', () => {
    const [few, many] = [200, 800].map((count) => {
      const { exposure, reads } = countingTools(count)
      const { tools, seen } = open(exposure)
      const written = tools()
      const first = reads()
      for (let i = 0; i < 3; i += 1) expect(tools()).toBe(written)
      // At most the names of what the model sees.
      expect(reads()).toBeLessThan(9)
      seen()
      reads()
      seen()
      return { first, again: reads() }
    })
    expect(many?.first).toBeLessThanOrEqual(4 * (few?.first ?? 0))
    // Some go through the list they gave.
    expect(many?.again).toBeLessThanOrEqual(4 * (few?.again ?? 0))
  })
})

/** An exposure of many tools, and how many members of them were read since the last question. */
function countingTools(count: number): { readonly exposure: Exposure; readonly reads: () => number } {
  let reads = 0
  const inputSchema = Object.freeze({ type: 'object', properties: { city: { type: 'string' } } })
  const read = <T>(value: T): T => {
    reads += 1
    return value
  }
  const names = ['search_tools', ...Array.from({ length: count }, (_, i) => `tool_${i}`)]
  const tools = names.map((name) => ({
    get name() {
      return read(name)
    },
    get description() {
      return read('Does it')
    },
    get inputSchema() {
      return read(inputSchema)
    },
  }))
  const shown = new Set(['search_tools'])
  const exposure: Exposure = {
    instructions: () => undefined,
    list: () => tools,
    call: async () => ({ content: [] }),
    followsCatalog: true,
    deferral: { search: 'search_tools', shown: () => shown, found: () => [] },
  }
  return {
    exposure,
    reads: () => {
      const now = reads
      reads = 0
      return now
    },
  }
}

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
