import { anthropicFormat, geminiFormat, openAiFormat, type ToolFormat } from '@toolscout/adapters'
import { type Tool, toExportName } from '@toolscout/model'

/** Providers whose way to write tools down is known. */
export const PROVIDERS = ['anthropic', 'openai', 'gemini', 'mcp'] as const
/** One of {@link PROVIDERS}. */
export type ProviderName = (typeof PROVIDERS)[number]

/** How a provider wants tools, as the text its tokens are counted of. */
export interface ProviderShape {
  /** One definition in full. */
  readonly define: (tool: Tool) => string
  /**
   * What stands in the prompt from the start when the provider loads definitions when they are needed; absent where it
   * cannot.
   */
  readonly deferred?: (tools: readonly Tool[]) => string
}

const writer =
  ({ write }: ToolFormat) =>
  (tool: Tool): string =>
    JSON.stringify(write(tool).value)

/** The shapes `@toolscout/adapters` writes, each as its provider takes it, and what each provider's own tool search needs beside them. */
export const PROVIDER_SHAPES: { readonly [provider in ProviderName]: ProviderShape } = {
  anthropic: {
    define: writer(anthropicFormat),
    deferred: () =>
      JSON.stringify([{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }]),
  },
  openai: {
    define: writer(openAiFormat),
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
  gemini: { define: writer(geminiFormat) },
  mcp: {
    // What a client puts into a prompt of what `tools/list` gives.
    define: ({ id, description, inputSchema }) =>
      JSON.stringify({ name: toExportName(id), description, inputSchema }),
  },
}
