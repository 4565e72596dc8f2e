import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { mediaNote, resultPieces, resultText } from '../result-text.ts'
import { rememberFor, type SessionCallOptions, type SessionTools } from '../tool-session.ts'
import { type ProviderTools, providerTools } from '../written-tools.ts'
import { inNamespaces, ownNameOf } from './namespaces.ts'
import { type OpenAiToolsOptions, openAiWriter, toFunction } from './openai-options.ts'
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

type Call = OpenAiFunctionCall | OpenAiToolSearchCall
type Answer = OpenAiFunctionOutput | OpenAiToolSearchOutput

/**
 * Tools of an exposure in the shape of OpenAI's Responses, and the answers to the calls in the output of a response, for
 * the input of the next request: of a function its output, of the search the tools it found.
 */
export interface OpenAiResponseTools extends ProviderTools<Call, readonly object[], Answer> {
  /**
   * For `tools` of a request: what is shown from the beginning; the search, where there is one, as a `tool_search` that is
   * run here. The same array, frozen, whatever was called before: what was found is in the answers to searches.
   */
  readonly tools: () => OpenAiResponseTool[]
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
  const writer = openAiWriter(exposure, options, ['namespaces'])
  const { session } = writer
  const grouped = options.namespaces === true ? inNamespaces : (tools: OpenAiFunction[]) => tools
  const toFunctions = (of: SessionTools, tools: readonly ServedTool[]): OpenAiFunction[] =>
    writer.write(of, tools).map((tool) => ({ type: 'function', ...toFunction(tool) }))

  const toTools = rememberFor((of: SessionTools): OpenAiResponseTool[] => {
    const shown = of.all.filter(({ name }) => !of.isDeferred(name) && name !== session.search)
    const own = of.byName.get(session.search ?? '')
    const searches = toFunctions(of, own === undefined ? [] : [own]).map(
      ({ description = '', parameters }) =>
        ({ type: 'tool_search', execution: 'client', description, parameters }) as const,
    )
    const tools = [...searches, ...grouped(toFunctions(of, shown))]
    Object.freeze(tools)
    return tools
  })
  const search = async (
    { call_id, arguments: args }: OpenAiToolSearchCall,
    callOptions?: SessionCallOptions,
  ): Promise<OpenAiToolSearchOutput> => {
    const { result } = await writer.call(session.search ?? '', args, callOptions)
    const now = session.tools()
    // What is shown already has no definition to be loaded.
    const found = session.found(result).flatMap((name) => now.byName.get(name) ?? [])
    const tools = toFunctions(now, found).map((tool) => ({ ...tool, defer_loading: true as const }))
    const output = { type: 'tool_search_output', execution: 'client', status: 'completed' } as const
    return { ...output, call_id, tools: grouped(tools) }
  }
  const call: OpenAiResponseTools['call'] = async (item, callOptions) => {
    if (item.type === 'tool_search_call') return search(item, callOptions)
    const { result } = await writer.call(ownNameOf(item), item.arguments, callOptions)
    return { type: 'function_call_output', call_id: item.call_id, output: toOutput(result) }
  }
  return Object.freeze({
    ...providerTools(writer, call, (output: readonly object[]) => output.filter(isCall)),
    tools: () => toTools(session.tools()),
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
