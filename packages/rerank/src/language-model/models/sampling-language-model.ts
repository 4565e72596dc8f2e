import type { LanguageModel } from '@toolscout/model'
import {
  checkOptions,
  checkTimeoutMs,
  checkWhole,
  isJsonObject,
  type OptionKind,
  quote,
} from '@toolscout/model/internal'
import { isText, joinTexts } from '../reply/ask-model.ts'
import { clientModel } from './client-model.ts'

/** What an MCP client is asked to sample: the members of `sampling/createMessage` that are needed. */
export interface SamplingParameters {
  systemPrompt: string
  messages: { role: 'user'; content: { type: 'text'; text: string } }[]
  maxTokens: number
}

/** Asks the client of an MCP server for a message, as `createMessage` of the SDK's `Server` does. */
export type CreateMessage = (
  parameters: SamplingParameters,
  options: { readonly signal: AbortSignal; readonly timeout: number },
) => PromiseLike<{ readonly content: unknown }>

/** Options of `fromSampling`. */
export interface FromSamplingOptions {
  /** Names the model in answers and errors; which one the client uses is its own affair. Default `sampling`. */
  readonly name?: string | undefined
  /** Most tokens of an answer. Default 2,048: twenty ratings with reasons. Legal: integers from 1. */
  readonly maxTokens?: number | undefined
  /** Milliseconds one answer may take; a person may be asked for leave. Default 60,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
}

const SAMPLING_KINDS = {
  name: 'anything',
  maxTokens: 'anything',
  timeoutMs: 'anything',
} satisfies { [Option in keyof FromSamplingOptions]-?: OptionKind }

/**
 * Makes a language model of the client of an MCP server, which needs no key: `fromSampling((parameters, options) =>
 * server.createMessage(parameters, options))`. A client that cannot sample makes every request fail, visibly.
 *
 * Deprecated, since MCP 2026-07-28 deprecates sampling: it is for clients of earlier versions.
 *
 * `complete` rejects with LanguageModelError `LANGUAGE_MODEL_FAILED`.
 *
 * @throws TypeError, RangeError for options that are none.
 */
export function fromSampling(createMessage: CreateMessage, options: FromSamplingOptions = {}): LanguageModel {
  checkOptions('the options of fromSampling', options, SAMPLING_KINDS)
  const { name = 'sampling', maxTokens = 2_048 } = options
  const timeoutMs = checkTimeoutMs('timeoutMs', options.timeoutMs ?? 60_000)
  if (typeof createMessage !== 'function') {
    throw new TypeError(`${quote(createMessage)} is no function that asks a client for a message.`)
  }
  if (typeof name !== 'string' || name.trim() === '')
    throw new TypeError(`${quote(name)} is no name of a model.`)
  checkWhole('maxTokens', maxTokens, 1)
  return clientModel({
    name,
    timeoutMs,
    call: ({ system, prompt }, signal) => {
      const messages: SamplingParameters['messages'] = [
        { role: 'user', content: { type: 'text', text: prompt } },
      ]
      return createMessage({ systemPrompt: system, messages, maxTokens }, { signal, timeout: timeoutMs })
    },
    read: (result) => {
      const text = isJsonObject(result) ? textOf(result.content) : undefined
      return text === undefined ? undefined : { text }
    },
    needed: 'content',
  })
}

/** Content is one block, or since 2025-11-25 a list of them. */
function textOf(content: unknown): string | undefined {
  if (!isJsonObject(content) && !Array.isArray(content)) return undefined
  return joinTexts([content].flat().filter(isText))
}
