import type { JsonObject } from '@toolscout/model'
import {
  checkTimeoutMs,
  copyJson,
  isJsonObject,
  messageOf,
  quote,
  requireKnownMembers,
} from '@toolscout/model/internal'

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
  /** Whether the wished shape is sent; a server that refuses it is asked without from then on. Default true. */
  readonly sendSchema?: boolean | undefined
  /** Milliseconds one answer may take, retries included. Default 30,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** Further attempts after 429 and 503. Default 2. Legal: integers 0 to 10. */
  readonly maxRetries?: number | undefined
  /** Milliseconds before the first retry where the server names none; doubled each time. Default 500. Legal: 0 to 60,000. */
  readonly retryDelayMs?: number | undefined
  /** Largest answer in bytes. Default 1 MiB. Legal: integers 1,024 to 67,108,864. */
  readonly maxResponseBytes?: number | undefined
  /** Sends requests. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Defaults of a model behind HTTP. */
const DEFAULT_OPENAI_LIMITS: {
  /** A long reply of a slow model; stages have shorter times of their own. */
  readonly timeoutMs: 30_000
  /** With more, the caller has long given up. */
  readonly maxRetries: 2
  /** What rate limits are usually over after. */
  readonly retryDelayMs: 500
  /** Thirty times the longest reply that is read. */
  readonly maxResponseBytes: 1_048_576
} = Object.freeze({ timeoutMs: 30_000, maxRetries: 2, retryDelayMs: 500, maxResponseBytes: 1_048_576 })

const OPTIONS: { readonly [option in keyof OpenAiLanguageModelOptions]-?: true } = {
  baseUrl: true,
  model: true,
  apiKey: true,
  headers: true,
  parameters: true,
  sendSchema: true,
  timeoutMs: true,
  maxRetries: true,
  retryDelayMs: true,
  maxResponseBytes: true,
  fetch: true,
}

/** The options as they are worked with. */
export interface OpenAiEndpoint {
  readonly name: string
  readonly url: string
  readonly model: string
  readonly headers: Readonly<Record<string, string>>
  /** What no message may show. */
  readonly secrets: readonly string[]
  readonly parameters: JsonObject
  readonly sendSchema: boolean
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly retryDelayMs: number
  readonly maxResponseBytes: number
  readonly fetch: typeof globalThis.fetch
}

/**
 * Reads the options.
 *
 * @throws TypeError for what is no URL, name, key or header, and for an unknown option. Shows neither key nor URL.
 * @throws RangeError for a number outside its legal range.
 */
export function resolveEndpoint(options: OpenAiLanguageModelOptions): OpenAiEndpoint {
  requireKnownMembers('the options of createOpenAiLanguageModel', options, Object.keys(OPTIONS))
  const { model, apiKey, parameters = {}, sendSchema = true, fetch = globalThis.fetch } = options
  if (typeof model !== 'string' || model.trim() === '') {
    throw new TypeError(`The model is ${quote(model)}; its name at the server is needed.`)
  }
  if (typeof fetch !== 'function') throw new TypeError(`fetch is ${quote(fetch)}; a function is needed.`)
  const copied = copyJson(parameters)
  if (!isJsonObject(copied))
    throw new TypeError(`The parameters are ${quote(parameters)}; an object is needed.`)
  const url = readUrl(options.baseUrl)
  const headers = readHeaders(apiKey, options.headers ?? {})
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+\s+/, '')])
  const credentials = [...values, ...url.searchParams.values()].filter((secret) => secret.length >= 4)
  return {
    name: `${model} at ${url.host}`,
    url: url.href,
    model,
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    secrets: [...new Set(credentials.flatMap((secret) => [secret, encodeURIComponent(secret)]))],
    parameters: copied,
    sendSchema,
    timeoutMs: checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULT_OPENAI_LIMITS.timeoutMs),
    maxRetries: check('maxRetries', options.maxRetries, 0, 10),
    retryDelayMs: check('retryDelayMs', options.retryDelayMs, 0, 60_000),
    maxResponseBytes: check('maxResponseBytes', options.maxResponseBytes, 1_024, 67_108_864),
    fetch,
  }
}

function readUrl(baseUrl: unknown): URL {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('The baseUrl is no http or https URL, such as https://api.openai.com/v1.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The baseUrl holds credentials; give them as apiKey or headers.')
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  url.hash = ''
  return url
}

function readHeaders(
  apiKey: unknown,
  given: { readonly [name: string]: string },
): Readonly<Record<string, string>> {
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))) {
    throw new TypeError(
      'The apiKey is no text of visible ASCII characters; look for a line break or an empty variable.',
    )
  }
  try {
    const headers = new Headers(given)
    if (typeof apiKey === 'string') headers.set('authorization', `Bearer ${apiKey}`)
    return Object.fromEntries(headers)
  } catch (error) {
    // What the platform says of a header shows its value.
    const kind = messageOf(error).includes('name') ? 'name' : 'value'
    throw new TypeError(
      `One of the headers ${Object.keys(given).map(quote).join(', ')} has no legal ${kind}.`,
    )
  }
}

function check(
  name: 'maxRetries' | 'retryDelayMs' | 'maxResponseBytes',
  value: number = DEFAULT_OPENAI_LIMITS[name],
  least: number,
  most: number,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(`${name} is ${quote(value)}; a whole number from ${least} to ${most} is needed.`)
}
