import type { Exposure } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { resultText } from '../result-text.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { createToolSession, rememberFor, type SessionCallOptions } from '../tool-session.ts'
import { checkOpenAiOptions, type OpenAiToolsOptions, openAiWriter, toFunction } from './openai-options.ts'
import type { OpenAiChatFunction, OpenAiChatToolCall, OpenAiChatToolMessage } from './openai-wire.ts'

/** Tools of an exposure in the shape of OpenAI's Chat Completions, and of servers that copy that API. */
export interface OpenAiChatTools {
  /** For `tools` of the next request: what the model may see now. What a search found comes after the rest. The same array, frozen, while nothing changed. */
  readonly tools: () => OpenAiChatFunction[]
  /** What the tools, seen or not, say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** Answers one call. Never rejects. */
  readonly call: (call: OpenAiChatToolCall, options?: SessionCallOptions) => Promise<OpenAiChatToolMessage>
  /** Answers the calls of a message, given the message or its `tool_calls`, at once and in order: messages that follow it. */
  readonly answer: (
    said:
      | { readonly tool_calls?: readonly object[] | null | undefined }
      | readonly object[]
      | null
      | undefined,
    options?: SessionCallOptions,
  ) => Promise<OpenAiChatToolMessage[]>
  /** How the tools want to be used, for a system prompt. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation over Chat Completions.
 *
 * @throws TypeError for an unknown option.
 */
export function createOpenAiChatTools(exposure: Exposure, options: OpenAiToolsOptions = {}): OpenAiChatTools {
  checkOpenAiOptions(options)
  const { strict = false, ...own } = options
  const session = createToolSession(exposure, own)
  const writer = openAiWriter(strict)
  const toTools = rememberFor((active: readonly ServedTool[]): OpenAiChatFunction[] => {
    const tools = writer.write(active, session.tools()).map((tool) => ({
      type: 'function' as const,
      function: toFunction(tool),
    }))
    Object.freeze(tools)
    return tools
  })
  const call = async (
    { id, function: { name, arguments: args } }: OpenAiChatToolCall,
    callOptions?: SessionCallOptions,
  ): Promise<OpenAiChatToolMessage> => {
    const called = writer.read({ name, args }, session.tools())
    const result = await session.call(called.name, called.args, callOptions)
    return { role: 'tool', tool_call_id: id, content: resultText(result) }
  }
  return Object.freeze({
    tools: () => toTools(session.active()),
    losses: () => writer.losses(session.tools()),
    unlocked: session.unlocked,
    call,
    answer: (
      said:
        | { readonly tool_calls?: readonly object[] | null | undefined }
        | readonly object[]
        | null
        | undefined,
      callOptions?: SessionCallOptions,
    ) => Promise.all(callsOf(said).map((one) => call(one, callOptions))),
    instructions: session.instructions,
  } satisfies OpenAiChatTools)
}

/** The calls of a message, or of a list; none of anything else. */
function callsOf(said: unknown): readonly OpenAiChatToolCall[] {
  const calls: unknown = isJsonObject(said) ? said.tool_calls : said
  return Array.isArray(calls) ? calls.filter(isFunctionCall) : []
}

function isFunctionCall(call: unknown): call is OpenAiChatToolCall {
  if (!isJsonObject(call) || call.type !== 'function' || typeof call.id !== 'string') return false
  return isJsonObject(call.function) && typeof call.function.name === 'string'
}
