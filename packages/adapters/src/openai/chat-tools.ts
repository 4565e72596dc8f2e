import type { Exposure } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { resultText } from '../result-text.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { createToolSession, type SessionCallOptions } from '../tool-session.ts'
import { createFunctionWriter } from './openai-functions.ts'
import { checkOpenAiOptions, type OpenAiToolsOptions } from './openai-options.ts'
import type { OpenAiChatFunction, OpenAiChatToolCall, OpenAiChatToolMessage } from './openai-wire.ts'

/** Tools of an exposure in the shape of OpenAI's Chat Completions, and of whoever copies that API. */
export interface OpenAiChatTools {
  /** For `tools` of the next request: what the model may see now. What a search found comes behind what was there. */
  readonly tools: () => OpenAiChatFunction[]
  /** What the tools, seen or not, say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** Answers one call. Never rejects. */
  readonly call: (call: OpenAiChatToolCall, options?: SessionCallOptions) => Promise<OpenAiChatToolMessage>
  /** Answers the `tool_calls` of a message, at once and in order: messages that follow it. */
  readonly answer: (
    calls: readonly object[] | null | undefined,
    options?: SessionCallOptions,
  ) => Promise<OpenAiChatToolMessage[]>
  /** How the tools want to be used, for a system prompt. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation over Chat Completions.
 *
 * @throws TypeError for an option nobody reads.
 */
export function createOpenAiChatTools(exposure: Exposure, options: OpenAiToolsOptions = {}): OpenAiChatTools {
  checkOpenAiOptions(options)
  const { strict = false, ...own } = options
  const session = createToolSession(exposure, own)
  const writer = createFunctionWriter(strict)
  const call = async (
    { id, function: { name, arguments: args } }: OpenAiChatToolCall,
    callOptions?: SessionCallOptions,
  ): Promise<OpenAiChatToolMessage> => {
    const called = writer.read({ name, args }, session.list())
    const result = await session.call(called.name, called.args, callOptions)
    return { role: 'tool', tool_call_id: id, content: resultText(result) }
  }
  return Object.freeze({
    tools: () =>
      writer.write(session.active(), session.list()).map(({ ownName: _, ...written }) => ({
        type: 'function' as const,
        function: written,
      })),
    losses: () => writer.losses(session.list()),
    unlocked: session.unlocked,
    call,
    answer: (calls: readonly object[] | null | undefined, callOptions?: SessionCallOptions) =>
      Promise.all((calls ?? []).filter(isFunctionCall).map((one) => call(one, callOptions))),
    instructions: session.instructions,
  } satisfies OpenAiChatTools)
}

function isFunctionCall(call: object): call is OpenAiChatToolCall {
  if (!isJsonObject(call) || call.type !== 'function' || typeof call.id !== 'string') return false
  return isJsonObject(call.function) && typeof call.function.name === 'string'
}
