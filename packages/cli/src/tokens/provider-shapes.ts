import type { JsonObject } from '@toolscout/model'

/** Providers whose way to write tools down is known. */
export const PROVIDERS = ['anthropic', 'openai', 'gemini', 'mcp'] as const
/** One of {@link PROVIDERS}. */
export type ProviderName = (typeof PROVIDERS)[number]

/** A tool as every provider needs it. */
export interface PlainTool {
  /** The name a model calls it by. */
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: JsonObject
  /** Where it belongs; tools of one server may be told together. */
  readonly server?: string | undefined
}

/** How a provider wants tools, as the text its tokens are counted of. */
export interface ProviderShape {
  /** One definition in full. */
  readonly define: (tool: PlainTool) => string
  /**
   * What stands in the prompt from the start when the provider loads definitions when they are needed; absent where it
   * cannot.
   */
  readonly deferred?: (tools: readonly PlainTool[]) => string
}

/**
 * The shapes, each as its provider documents it: Anthropic's Messages API with the tool search tool, OpenAI's Responses
 * API with `tool_search` and a namespace a server, Gemini's function declarations, MCP's `tools/list`.
 */
export const PROVIDER_SHAPES: { readonly [provider in ProviderName]: ProviderShape } = {
  anthropic: {
    define: ({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, input_schema: inputSchema }),
    deferred: () =>
      JSON.stringify([{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }]),
  },
  openai: {
    define: ({ name, description, inputSchema }) =>
      JSON.stringify({ type: 'function', name, description, parameters: inputSchema }),
    // Of a namespace that is deferred, its name and description stay.
    deferred: (tools) =>
      JSON.stringify([
        { type: 'tool_search' },
        ...[...new Set(tools.map(({ server = 'tools' }) => server))].map((name) => ({
          type: 'namespace',
          name,
          description: `Tools of ${name}`,
        })),
      ]),
  },
  gemini: {
    define: ({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, parametersJsonSchema: inputSchema }),
  },
  mcp: {
    define: ({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }),
  },
}
