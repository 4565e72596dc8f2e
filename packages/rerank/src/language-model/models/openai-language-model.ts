import type { Completion, JsonObject, LanguageModel } from '@toolscout/model'
import {
  ApiClient,
  type ApiFailure,
  checkTimeoutMs,
  checkWhole,
  copyJson,
  isJsonObject,
  parseJson,
  quote,
  requireKnownMembers,
} from '@toolscout/model/internal'
import { LanguageModelError, type LanguageModelFailure } from '../errors.ts'
import { checkCompletionRequest, joinTexts, readUsage } from '../reply/ask-model.ts'

/** Options of `createOpenAiLanguageModel`. */
export interface OpenAiLanguageModelOptions {
  /** Where the API is, such as `https://api.openai.com/v1` or `http://localhost:11434/v1`; its query is kept. */
  readonly baseUrl: string
  /** Name of the model at that server. */
  readonly model: string
  /** Sent as `Authorization: Bearer`; never shown. Default: none. */
  readonly apiKey?: string | undefined
  /** Sent with every request, such as `api-key` for Azure; never shown. Default: none. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Further members of every request, such as `{ temperature: 0 }`. Default: none. */
  readonly parameters?: JsonObject | undefined
  /** Milliseconds one answer may take, retries included. Default 30,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** Further attempts after 429 and 503. Default 2. Legal: integers 0 to 10. */
  readonly maxRetries?: number | undefined
  /** Sends requests. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const OPTIONS: readonly (keyof OpenAiLanguageModelOptions)[] = [
  ...(['baseUrl', 'model', 'apiKey', 'headers'] as const),
  ...(['parameters', 'timeoutMs', 'maxRetries', 'fetch'] as const),
]
/** A long reply of a slow model; stages have shorter times of their own. */
const DEFAULT_TIMEOUT_MS = 30_000
/** With more, the caller has long given up. */
const DEFAULT_RETRIES = 2
const MOST_RETRIES = 10
/** Thirty times the longest reply that is read. */
const MAX_RESPONSE_BYTES = 1_048_576
/** Statuses after which the same request may succeed, and surely nothing was answered. */
const RETRIED: readonly unknown[] = [429, 503]
/**
 * Creates a language model behind an OpenAI-compatible API: OpenAI, Azure, Ollama, LM Studio, vLLM, llama.cpp and
 * others, by base URL. Waits and tries again where the server asks for it (429, 503), follows no redirect, and never
 * reveals the key.
 *
 * `complete` rejects with LanguageModelError `LANGUAGE_MODEL_FAILED`.
 *
 * @throws TypeError, RangeError for options that are none.
 */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  requireKnownMembers('the options of createOpenAiLanguageModel', options, OPTIONS)
  const { model, timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = DEFAULT_RETRIES } = options
  if (typeof model !== 'string' || model.trim() === '') {
    throw new TypeError(`The model is ${quote(model)}; its name at the server is needed.`)
  }
  const parameters = copyJson(options.parameters ?? {})
  if (!isJsonObject(parameters)) {
    throw new TypeError(`The parameters are ${quote(parameters)}; an object is needed.`)
  }
  const fail = ({ text, ...facts }: Omit<LanguageModelFailure, 'model'> & Pick<ApiFailure, 'text'>) =>
    new LanguageModelError(`The model ${quote(api.shown(name))} ${text}.`, { model: name, ...facts })
  const api = new ApiClient({
    ...options,
    path: '/chat/completions',
    timeoutMs: checkTimeoutMs('timeoutMs', timeoutMs),
    maxRetries: checkWhole('maxRetries', maxRetries, 0, MOST_RETRIES),
    maxBytes: MAX_RESPONSE_BYTES,
    mayPass: ({ status }) => RETRIED.includes(status),
    toError: ({ reason, text, status }) =>
      fail({ reason, text, ...(status === undefined ? {} : { status }) }),
  })
  const name = `${model} at ${api.url.host}`

  return Object.freeze({
    name,
    complete: async (request) => {
      checkCompletionRequest(request)
      const messages = [
        { role: 'system', content: request.system },
        { role: 'user', content: request.prompt },
      ]
      const text = await api.run(request.signal, (post) => post({ ...parameters, model, messages }))
      const completion = readChatCompletion(text)
      if (completion !== undefined) return completion
      throw fail({ reason: 'reply', text: `answered no chat completion but ${quote(api.shown(text))}` })
    },
  } satisfies LanguageModel)
}

/** Reads the text of the first choice of a chat completion, and what was used; `undefined` for no such answer. */
function readChatCompletion(json: string): Completion | undefined {
  const { choices, usage: used } = membersOf(parseJson(json))
  const { message } = membersOf(Array.isArray(choices) ? choices[0] : undefined)
  const text = isJsonObject(message) ? textOf(message.content) : undefined
  if (text === undefined) return undefined
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = membersOf(used)
  const usage = readUsage({ inputTokens, outputTokens })
  return { text, ...(usage === undefined ? {} : { usage }) }
}

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Content is a text, nothing at all (a refusal, a model that only thought), or parts of which some are text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return ''
  return Array.isArray(content) ? joinTexts(content) : undefined
}
