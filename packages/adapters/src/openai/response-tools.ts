import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { mediaNote, resultPieces, resultText } from '../result-text.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import {
  createToolSession,
  rememberFor,
  type SessionCallOptions,
  type SessionTools,
} from '../tool-session.ts'
import { inNamespaces, ownNameOf } from './namespaces.ts'
import { checkOpenAiOptions, type OpenAiToolsOptions, openAiWriter, toFunction } from './openai-options.ts'
import type {
  OpenAiFunction,
  OpenAiFunctionCall,
  OpenAiFunctionOutput,
  OpenAiOutputPart,
  OpenAiResponseTool,
  OpenAiToolSearchCall,
  OpenAiToolSearchOutput,
} from './openai-wire.ts'

/** Options of {@link createOpenAiResponseTools}. */
export interface OpenAiResponseToolsOptions extends OpenAiToolsOptions {
  /** Whether tools of one server stand in a namespace of its name, as OpenAI advises for searches. Default false. */
  readonly namespaces?: boolean | undefined
}

/** Tools of an exposure in the shape of OpenAI's Responses, and the answers to their calls. */
export interface OpenAiResponseTools {
  /**
   * For `tools` of a request: what is shown from the beginning; the search, where there is one, as a `tool_search` that is
   * run here. The same array, frozen, whatever was called before: what was found is in the answers to searches.
   */
  readonly tools: () => OpenAiResponseTool[]
  /** What the tools, seen or not, say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Answers one call: of a function its output, of the search the tools it found. Never rejects. */
  readonly call: (
    call: OpenAiFunctionCall | OpenAiToolSearchCall,
    options?: SessionCallOptions,
  ) => Promise<OpenAiFunctionOutput | OpenAiToolSearchOutput>
  /** Answers every call in the output of a response, at once and in order: items for the input of the next request. */
  readonly answer: (
    output: readonly object[],
    options?: SessionCallOptions,
  ) => Promise<(OpenAiFunctionOutput | OpenAiToolSearchOutput)[]>
  /** How the tools want to be used, for `instructions` of a request. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation over Responses.
 *
 * @throws TypeError for an unknown option.
 */
export function createOpenAiResponseTools(
  exposure: Exposure,
  options: OpenAiResponseToolsOptions = {},
): OpenAiResponseTools {
  checkOpenAiOptions(options, ['namespaces'])
  const { strict = false, namespaces = false, ...own } = options
  const session = createToolSession(exposure, own)
  const writer = openAiWriter(strict)

  const toFunctions = (tools: readonly ServedTool[], of: SessionTools): OpenAiFunction[] =>
    writer.write(tools, of).map((tool) => ({ type: 'function', ...toFunction(tool) }))
  const toTools = rememberFor((of: SessionTools): OpenAiResponseTool[] => {
    const shown = of.all.filter(({ name }) => !of.isDeferred(name) && name !== session.search)
    const plain = toFunctions(shown, of)
    const tools: OpenAiResponseTool[] = namespaces ? inNamespaces(plain) : plain
    const own = of.byName.get(session.search ?? '')
    const [searching] = toFunctions(own === undefined ? [] : [own], of)
    if (searching !== undefined) {
      const { description = '', parameters } = searching
      tools.unshift({ type: 'tool_search', execution: 'client', description, parameters })
    }
    Object.freeze(tools)
    return tools
  })
  const search = async (
    { call_id, arguments: args }: OpenAiToolSearchCall,
    callOptions?: SessionCallOptions,
  ): Promise<OpenAiToolSearchOutput> => {
    const called = writer.read({ name: session.search ?? '', args }, session.tools())
    const result = await session.call(called.name, called.args, callOptions)
    const now = session.tools()
    // What is shown already has no definition to be loaded.
    const found = session.found(result).flatMap((name) => now.byName.get(name) ?? [])
    const tools = toFunctions(found, now).map((tool) => ({ ...tool, defer_loading: true as const }))
    return {
      type: 'tool_search_output',
      call_id,
      execution: 'client',
      status: 'completed',
      tools: namespaces ? inNamespaces(tools) : tools,
    }
  }
  const call: OpenAiResponseTools['call'] = async (item, callOptions) => {
    if (item.type === 'tool_search_call') return search(item, callOptions)
    const name = ownNameOf(item)
    const called = writer.read({ name, args: item.arguments }, session.tools())
    const result = await session.call(called.name, called.args, callOptions)
    return { type: 'function_call_output', call_id: item.call_id, output: toOutput(result) }
  }
  return Object.freeze({
    tools: () => toTools(session.tools()),
    losses: () => writer.losses(session.tools()),
    call,
    answer: (output: readonly object[], callOptions?: SessionCallOptions) =>
      Promise.all(output.filter(isCall).map((item) => call(item, callOptions))),
    instructions: session.instructions,
  } satisfies OpenAiResponseTools)
}

function toOutput(result: ToolResult): string | OpenAiOutputPart[] {
  const pieces = resultPieces(result)
  if (!pieces.some(({ kind }) => kind === 'image')) return resultText(result)
  return pieces.map((piece) => {
    if (piece.kind === 'text') return { type: 'input_text', text: piece.text }
    if (piece.kind === 'audio') return { type: 'input_text', text: mediaNote(piece) }
    return { type: 'input_image', image_url: `data:${piece.mimeType};base64,${piece.data}`, detail: 'auto' }
  })
}

function isCall(item: object): item is OpenAiFunctionCall | OpenAiToolSearchCall {
  if (!isJsonObject(item)) return false
  if (item.type === 'tool_search_call') return item.execution === 'client'
  return item.type === 'function_call' && typeof item.call_id === 'string' && typeof item.name === 'string'
}
