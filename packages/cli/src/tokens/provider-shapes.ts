import { anthropicFormat, geminiFormat, openAiFormat } from '@toolscout/adapters/internal'
import type { ProviderShape } from '@toolscout/evaluation/internal'
import { type Tool, toExportName } from '@toolscout/model'

/** Providers whose way to write tools down is known. */
export type ProviderName = 'anthropic' | 'openai' | 'gemini' | 'mcp'

const named = ({ id, description }: Tool) => ({ name: toExportName(id), description })

/** The shapes as each provider documents them, and what its own tool search adds. */
export const PROVIDER_SHAPES: { readonly [provider in ProviderName]: ProviderShape } = {
  anthropic: {
    define: (tool) => ({ ...named(tool), input_schema: tool.inputSchema }),
    format: anthropicFormat,
    deferred: () => [{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }],
  },
  openai: {
    define: (tool) => ({ type: 'function', ...named(tool), parameters: tool.inputSchema }),
    format: openAiFormat,
    // Of a namespace that is deferred, its name and description stay.
    deferred: (tools) => [
      { type: 'tool_search' },
      ...[...new Set(tools.map(({ namespace = 'tools' }) => namespace))].map((name) => ({
        type: 'namespace',
        name,
        description: `Tools of ${name}`,
      })),
    ],
  },
  gemini: {
    define: (tool) => ({ ...named(tool), parametersJsonSchema: tool.inputSchema }),
    format: geminiFormat,
  },
  // What `tools/list` gives, as far as clients put it into a prompt.
  mcp: { define: (tool) => ({ ...named(tool), inputSchema: tool.inputSchema }) },
}
