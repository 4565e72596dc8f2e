#!/usr/bin/env node
// What a catalog weighs in the shape of each provider, inline, behind the meta-tools and behind a search, and what is lost
// of it; and what `tools()` of 5,000 tools takes. `--catalog FILE` takes a JSON file with `servers`, from name to tools; without one, four real servers are asked.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createAnthropicTools } from '@toolscout/adapters/anthropic'
import { createGeminiTools } from '@toolscout/adapters/gemini'
import { createMcpTools } from '@toolscout/adapters/mcp'
import { createOpenAiChatTools, createOpenAiResponseTools } from '@toolscout/adapters/openai'
import {
  createDeferredExposure,
  createDirectExposure,
  createGateway,
  createMetaExposure,
} from '@toolscout/gateway'
import type { Exposure, ToolSet } from '@toolscout/model'
import type { ServedTool } from '@toolscout/model/internal'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { listRealServers } from './real-servers.ts'
import { measureTools } from './tools-speed.ts'

showHelp('What a catalog weighs in the shape of each provider.', [
  '--catalog FILE  a JSON file with servers, from name to tools; default: four real servers',
])

interface Measured {
  readonly tools: () => readonly object[]
  readonly losses?: () => readonly { readonly tool: string; readonly keyword: string }[]
}
const SHAPES: { readonly [name: string]: (exposure: Exposure) => Measured } = {
  Anthropic: (exposure) => createAnthropicTools(exposure),
  'Anthropic, strict': (exposure) => createAnthropicTools(exposure, { strict: true }),
  'OpenAI Responses': (exposure) => createOpenAiResponseTools(exposure),
  'OpenAI Responses, strict': (exposure) => createOpenAiResponseTools(exposure, { strict: true }),
  'OpenAI Chat Completions': (exposure) => createOpenAiChatTools(exposure),
  Gemini: (exposure) => createGeminiTools(exposure),
  MCP: (exposure) => createMcpTools(exposure) as { readonly tools: () => readonly ServedTool[] },
}

const { catalog } = parseArgs({ options: { catalog: { type: 'string' } } }).values
const servers: { readonly [name: string]: ToolSet } =
  catalog === undefined ? await listRealServers() : JSON.parse(await readFile(catalog, 'utf8')).servers
const gateway = createGateway({ discovery: { embedder: false } })
for (const [namespace, tools] of Object.entries(servers)) await gateway.register(tools, { namespace })
const direct = createDirectExposure(gateway, { resultReader: false })
const count = direct.list('').length
process.stdout.write(
  `${count} tools of ${Object.keys(servers).length} servers; tokens of o200k_base; ${describeMachine().node}, ${new Date().toISOString().slice(0, 10)}\n\n`,
)
process.stdout.write(
  '| shape | bytes | tokens | behind meta-tools | behind a search | tools with losses | losses |\n',
)
process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n')
for (const [name, open] of Object.entries(SHAPES)) {
  const inline = JSON.stringify(open(direct).tools())
  const lost = open(direct).losses?.() ?? []
  const seen = open(createDeferredExposure(gateway))
    .tools()
    .filter((tool) => !('defer_loading' in tool))
  const cells = [
    name,
    Buffer.byteLength(inline),
    countTokens(inline),
    countTokens(JSON.stringify(open(createMetaExposure(gateway)).tools())),
    countTokens(JSON.stringify(seen)),
    new Set(lost.map(({ tool }) => tool)).size,
    keywords(lost),
  ]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
await gateway.stop()
process.stdout.write(await measureTools(servers, 5_000))

/** What was lost how often, most often first. */
function keywords(losses: readonly { readonly keyword: string }[]): string {
  const counts = new Map<string, number>()
  for (const { keyword } of losses) counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  const sorted = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
  return sorted.map(([keyword, times]) => `${keyword} ${times}`).join(', ') || 'none'
}
