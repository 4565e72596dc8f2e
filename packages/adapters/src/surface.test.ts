import { expect, it } from 'vitest'
import * as a2a from './a2a.ts'
import * as aiSdk from './ai-sdk.ts'
import * as anthropic from './anthropic.ts'
import * as gemini from './gemini.ts'
import * as surface from './index.ts'
import * as langchain from './langchain.ts'
import * as mastra from './mastra.ts'
import * as mcp from './mcp.ts'
import * as openai from './openai.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ConversionError",
      "FormatExistsError",
      "FormatNotFoundError",
      "createFormatRegistry",
    ]
  `)
})

it('exports these names for each provider', () => {
  const entries = { a2a, aiSdk, anthropic, gemini, langchain, mastra, mcp, openai }
  const names = Object.entries(entries).map(
    ([name, entry]) => `${name}: ${Object.keys(entry).sort().join(', ')}`,
  )
  expect(names).toMatchInlineSnapshot(`
    [
      "a2a: AgentNotFoundError, AgentSourceClosedError, AgentTimeoutError, InvalidAgentError, createAgentStore, parseAgentCard, toAgentCard",
      "aiSdk: appendFound, asToolSearch, createAiSdkTools, createDeferredAiSdkTools",
      "anthropic: createAnthropicTools",
      "gemini: createGeminiTools",
      "langchain: createLangChainTools",
      "mastra: createMastraTools",
      "mcp: createMcpTools",
      "openai: createOpenAiChatTools, createOpenAiResponseTools",
    ]
  `)
})
