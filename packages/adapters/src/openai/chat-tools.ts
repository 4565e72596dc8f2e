import type { Exposure } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { resultText } from '../result-text.ts'
import { rememberFor } from '../tool-session.ts'
import { type ProviderTools, providerTools } from '../written-tools.ts'
import { type OpenAiToolsOptions, openAiWriter, toFunction } from './openai-options.ts'
import type { OpenAiChatFunction, OpenAiChatToolCall, OpenAiChatToolMessage } from './openai-wire.ts'

/** What calls are answered of: a message, or its `tool_calls`. */
type Said =
  | { readonly tool_calls?: readonly object[] | null | undefined }
  | readonly object[]
  | null
  | undefined

/**
 * Tools of an exposure in the shape of OpenAI's Chat Completions, and of servers that copy that API, and the answers to
 * the calls of a message: messages that follow it.
 */
export interface OpenAiChatTools extends ProviderTools<OpenAiChatToolCall, Said, OpenAiChatToolMessage> {
  /**
   * For `tools` of the next request: what the model may see now. What a search found comes after the rest. The same
   * array, frozen, while nothing changed.
   */
  readonly tools: () => OpenAiChatFunction[]
}

/**
 * Begins a conversation over Chat Completions.
 *
 * @throws TypeError for an unknown option.
 */
export function createOpenAiChatTools(exposure: Exposure, options: OpenAiToolsOptions = {}): OpenAiChatTools {
  const writer = openAiWriter(exposure, options)
  const { session } = writer
  const toTools = rememberFor((active: readonly ServedTool[]): OpenAiChatFunction[] => {
    const written = writer.write(session.tools(), active)
    const tools = written.map((tool) => ({ type: 'function' as const, function: toFunction(tool) }))
    Object.freeze(tools)
    return tools
  })
  const call: OpenAiChatTools['call'] = async ({ id, function: { name, arguments: args } }, callOptions) => {
    const { result } = await writer.call(name, args, callOptions)
    return { role: 'tool', tool_call_id: id, content: resultText(result) }
  }
  return Object.freeze({
    ...providerTools(writer, call, callsOf),
    tools: () => toTools(session.active()),
  } satisfies OpenAiChatTools)
}

/** The calls of a message, or of a list; none of anything else. */
function callsOf(said: Said): readonly OpenAiChatToolCall[] {
  const calls: unknown = isJsonObject(said) ? said.tool_calls : said
  return Array.isArray(calls) ? calls.filter(isFunctionCall) : []
}

function isFunctionCall(call: unknown): call is OpenAiChatToolCall {
  if (!isJsonObject(call) || call.type !== 'function' || typeof call.id !== 'string') return false
  return isJsonObject(call.function) && typeof call.function.name === 'string'
}
