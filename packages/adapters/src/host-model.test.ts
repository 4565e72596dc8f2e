import { createDeferredExposure } from '@toolscout/gateway'
import type { Exposure } from '@toolscout/model'
import { createRerankedSearcher } from '@toolscout/rerank'
import { expect, it } from 'vitest'
import { createAiSdkTools } from './ai-sdk.ts'
import { createAnthropicTools } from './anthropic.ts'
import { catalogGateway } from './fixtures/catalog-gateway.ts'
import { createGeminiTools } from './gemini.ts'
import { createLangChainTools } from './langchain.ts'
import { createMastraTools } from './mastra.ts'
import { createMcpTools } from './mcp.ts'
import { createOpenAiChatTools, createOpenAiResponseTools } from './openai.ts'

const name = 'search_tools'
const query = { query: 'weather forecast and weather map' }
const text = JSON.stringify(query)
const ADAPTERS: readonly [name: string, search: (exposure: Exposure) => unknown][] = [
  [
    'anthropic',
    (exposure) => createAnthropicTools(exposure).call({ type: 'tool_use', id: '1', name, input: query }),
  ],
  [
    'openai chat',
    (exposure) =>
      createOpenAiChatTools(exposure).call({
        id: '1',
        type: 'function',
        function: { name, arguments: text },
      }),
  ],
  [
    'openai responses',
    (exposure) =>
      createOpenAiResponseTools(exposure).call({
        type: 'tool_search_call',
        call_id: '1',
        arguments: query,
        execution: 'client',
      }),
  ],
  ['gemini', (exposure) => createGeminiTools(exposure).call({ name, args: query })],
  [
    'ai sdk',
    (exposure) =>
      createAiSdkTools(exposure)
        .tools()
        [name]?.execute?.(query, {} as never),
  ],
  [
    'langchain',
    (exposure) =>
      createLangChainTools(exposure)
        .tools()
        .find((tool) => tool.name === name)
        ?.invoke(query),
  ],
  [
    'mastra',
    (exposure) =>
      createMastraTools(exposure)
        .tools()
        [name]?.execute?.(query, {} as never),
  ],
  ['mcp', (exposure) => createMcpTools(exposure).call({ name, arguments: query })],
]

/** Chooses the map alone, whatever stands before it. */
const ask = async (prompt: string): Promise<string> => /^(\d+) "weather map\(/m.exec(prompt)?.[1] ?? '0'

it.each(ADAPTERS)(
  '%s: a search of a model is reranked by the function of the host',
  async (_name, search) => {
    let asked = 0
    const model = (prompt: string): Promise<string> => {
      asked += 1
      return ask(prompt)
    }
    const first = async (discovery: Parameters<typeof catalogGateway>[1]): Promise<string> => {
      const answer = JSON.stringify(
        await search(createDeferredExposure(await catalogGateway(undefined, discovery))),
      )
      return /weather__\w+/.exec(answer)?.[0] ?? answer
    }
    expect(await first({ embedder: false })).toBe('weather__forecast')
    const searcher = {
      embedder: false as const,
      searcher: (inner: Parameters<typeof reranked>[0]) => reranked(inner, model),
    }
    expect(await first(searcher)).toBe('weather__map')
    expect(asked).toBe(1)
  },
)

function reranked(
  searcher: Parameters<typeof createRerankedSearcher>[0]['searcher'],
  model: (prompt: string) => Promise<string>,
): ReturnType<typeof createRerankedSearcher> {
  return createRerankedSearcher({ searcher, model })
}
