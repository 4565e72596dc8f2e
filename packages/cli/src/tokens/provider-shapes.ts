import type { ToolFormat } from '@toolscout/adapters'
import { anthropicFormat, geminiFormat, openAiFormat } from '@toolscout/adapters/internal'
import { type Tool, toExportName } from '@toolscout/model'

/** Providers whose way to write tools down is known. */
export const PROVIDERS = ['anthropic', 'openai', 'gemini', 'mcp'] as const
/** One of {@link PROVIDERS}. */
export type ProviderName = (typeof PROVIDERS)[number]

/** How a provider wants tools, as the text its tokens are counted of. */
export interface ProviderShape {
  /** A definition with its schema as the server listed it, which is what clients send. */
  readonly define: (tool: Tool) => string
  /** The same as `@toolscout/adapters` writes it: without what the provider refuses or nothing refers to. */
  readonly adapt?: (tool: Tool) => string
  /**
   * What the prompt holds from the start when the provider loads definitions when they are needed; absent where it
   * cannot.
   */
  readonly deferred?: (tools: readonly Tool[]) => string
}

const writer =
  ({ write }: ToolFormat) =>
  (tool: Tool): string =>
    JSON.stringify(write(tool).value)
const nameOf = ({ id }: Tool): string => toExportName(id)

/** The shapes as each provider documents them, and what its own tool search adds. */
export const PROVIDER_SHAPES: { readonly [provider in ProviderName]: ProviderShape } = {
  anthropic: {
    define: (tool) =>
      JSON.stringify({
        name: nameOf(tool),
        description: tool.description,
        input_schema: tool.inputSchema,
      }),
    adapt: writer(anthropicFormat),
    deferred: () =>
      JSON.stringify([{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }]),
  },
  openai: {
    define: (tool) =>
      JSON.stringify({
        type: 'function',
        name: nameOf(tool),
        description: tool.description,
        parameters: tool.inputSchema,
      }),
    adapt: writer(openAiFormat),
    // Of a namespace that is deferred, its name and description stay.
    deferred: (tools) =>
      JSON.stringify([
        { type: 'tool_search' },
        ...[...new Set(tools.map(({ namespace = 'tools' }) => namespace))].map((name) => ({
          type: 'namespace',
          name,
          description: `Tools of ${name}`,
        })),
      ]),
  },
  gemini: {
    define: (tool) =>
      JSON.stringify({
        name: nameOf(tool),
        description: tool.description,
        parametersJsonSchema: tool.inputSchema,
      }),
    adapt: writer(geminiFormat),
  },
  mcp: {
    // What `tools/list` gives, as far as clients put it into a prompt.
    define: (tool) =>
      JSON.stringify({ name: nameOf(tool), description: tool.description, inputSchema: tool.inputSchema }),
  },
}
