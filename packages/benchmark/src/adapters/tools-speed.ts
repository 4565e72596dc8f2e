import { createAiSdkTools } from '@toolscout/adapters/ai-sdk'
import { createAnthropicTools } from '@toolscout/adapters/anthropic'
import { createGeminiTools } from '@toolscout/adapters/gemini'
import { createLangChainTools } from '@toolscout/adapters/langchain'
import { createMastraTools } from '@toolscout/adapters/mastra'
import { createMcpTools } from '@toolscout/adapters/mcp'
import { createOpenAiChatTools, createOpenAiResponseTools } from '@toolscout/adapters/openai'
import { createDeferredExposure, createDirectExposure, createGateway } from '@toolscout/gateway'
import type { Exposure, ToolSet } from '@toolscout/model'

const ADAPTERS: { readonly [name: string]: (exposure: Exposure) => { readonly tools: () => unknown } } = {
  Anthropic: createAnthropicTools,
  'OpenAI Responses': createOpenAiResponseTools,
  'OpenAI Chat Completions': createOpenAiChatTools,
  Gemini: createGeminiTools,
  'AI SDK': createAiSdkTools,
  LangChain: createLangChainTools,
  Mastra: createMastraTools,
  MCP: createMcpTools,
}
const EXPOSURES = { direct: createDirectExposure, deferred: createDeferredExposure }
const ROUNDS = 2

/** Processor time of `tools()`, first and again, of `count` tools that repeat the given ones. */
export async function measureTools(
  servers: { readonly [name: string]: ToolSet },
  count: number,
): Promise<string> {
  const definitions: readonly object[] = Object.values(servers).flatMap((tools) => Object.values(tools))
  const tools = Array.from({ length: count }, (_, i) => ({
    ...definitions[i % definitions.length],
    name: `tool_${i}`,
  }))
  const lines = ['| adapter | exposure | first ms | again ms |', '| --- | --- | --- | --- |']
  for (const [exposure, expose] of Object.entries(EXPOSURES)) {
    for (const [adapter, open] of Object.entries(ADAPTERS)) {
      const runs: (readonly [first: number, again: number])[] = []
      for (let i = 0; i < ROUNDS; i += 1) {
        const gateway = createGateway({ discovery: { embedder: false } })
        await gateway.register(structuredClone(tools), { namespace: 'many' })
        const written = open(expose(gateway))
        runs.push([timeOf(written.tools), timeOf(written.tools)])
        await gateway.stop()
      }
      const cells = [0, 1].map((at) => Math.min(...runs.map((run) => run[at] as number)).toFixed(2))
      lines.push(`| ${[adapter, exposure, ...cells].join(' | ')} |`)
    }
  }
  return `\n\`tools()\` of ${count} tools, ms of processor time, least of ${ROUNDS}\n\n${lines.join('\n')}\n`
}

function timeOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
