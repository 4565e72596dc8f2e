import { type Clock, parseRetryAfter, pause, systemClock, withTimeLimit } from '../async/clock.ts'
import { isJsonObject, parseJson } from '../json/json.ts'
import { messageOf, quote } from '../text/foreign-text.ts'
import { formatDuration } from '../text/format-duration.ts'
import { shownFailure } from '../text/shown-failure.ts'

/** Why an API over HTTP gave no answer; its text is safe to show. */
export interface ApiFailure {
  readonly reason: 'network' | 'status' | 'timeout' | 'size'
  /** What the server did, such as `refused with 429: slow down`. */
  readonly text: string
  /** The HTTP status, where there was one. */
  readonly status?: number
  /** How long the server asks to wait, where it does. */
  readonly retryAfterMs?: number
}

/** Options of an {@link ApiClient}. */
export interface ApiClientOptions {
  /** Where the API begins, such as `https://api.openai.com/v1`; its query is kept. */
  readonly baseUrl: string
  /** Stands behind the path of the URL, such as `/embeddings`. */
  readonly path: string
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey?: string | undefined
  /** Sent with every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For all requests of one run, retries included. */
  readonly timeoutMs: number
  /** Further attempts after a failure that may pass. */
  readonly maxRetries: number
  /** Largest answer. */
  readonly maxBytes: number
  /** Whether the same request may succeed after this failure. */
  readonly mayPass: (failure: ApiFailure) => boolean
  /** Makes the error that is thrown. */
  readonly toError: (failure: ApiFailure) => Error
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Default: the system's. */
  readonly clock?: Clock | undefined
  /** From 0 up to 1, for the length of pauses. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** How much of an error page is read. */
const MAX_PAGE_BYTES = 4_096
/** Shorter values are words that may stand anywhere. */
const MIN_SECRET_LENGTH = 4

/**
 * Sends JSON to an API: bounded in time and size, tried again where the server asks for it, never along a redirect. No
 * key and no header is in any message.
 */
export class ApiClient {
  readonly url: URL
  readonly #options: ApiClientOptions
  readonly #headers: Readonly<Record<string, string>>
  readonly #secrets: readonly string[]

  /** @throws TypeError for what is no URL, key, header or `fetch`. Shows neither key nor URL. */
  constructor(options: ApiClientOptions) {
    const { fetch = globalThis.fetch } = options
    if (typeof fetch !== 'function') throw new TypeError(`fetch is ${quote(fetch)}; a function is needed.`)
    this.#options = options
    this.url = readUrl(options.baseUrl, options.path)
    this.#headers = readHeaders(options.apiKey, options.headers ?? {})
    const sent = Object.values(this.#headers).flatMap((value) => [value, value.replace(/^\w+\s+/, '')])
    const secrets = [...sent, ...this.url.searchParams.values()].filter(
      ({ length }) => length >= MIN_SECRET_LENGTH,
    )
    this.#secrets = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
  }

  /** Foreign text as a message may show it. */
  shown(text: string): string {
    return shownFailure(text, this.#secrets)
  }

  /** Runs requests that share one deadline: `post` sends a body as JSON and resolves to the text of the answer. */
  run<T>(
    signal: AbortSignal | undefined,
    work: (post: (body: object) => Promise<string>) => Promise<T>,
  ): Promise<T> {
    const { clock = systemClock, timeoutMs, toError } = this.#options
    const end = clock.now() + timeoutMs
    const onTimeout = (): Error =>
      toError({ reason: 'timeout', text: `did not answer within ${formatDuration(timeoutMs)}` })
    return withTimeLimit((limited) => work((body) => this.#post(JSON.stringify(body), limited, end)), {
      clock,
      timeoutMs,
      signal,
      onTimeout,
    })
  }

  async #post(body: string, signal: AbortSignal, end: number): Promise<string> {
    const { clock = systemClock, random = Math.random, maxRetries, mayPass, toError } = this.#options
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt(body, signal)
      if (typeof answer === 'string') return answer
      const wait = Math.max(answer.retryAfterMs ?? 0, waitBefore(attempt, random))
      // The error carries the delay for a later retry; waiting here would only reach the deadline.
      if (!mayPass(answer) || attempt >= maxRetries || clock.now() + wait >= end) throw toError(answer)
      await pause(clock, wait, signal)
    }
  }

  async #attempt(body: string, signal: AbortSignal): Promise<string | ApiFailure> {
    const { fetch = globalThis.fetch, maxBytes } = this.#options
    const headers = { ...this.#headers, 'content-type': 'application/json', accept: 'application/json' }
    try {
      // A redirect would take the key elsewhere.
      const response = await fetch(this.url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      if (!response.ok) return await this.#refusal(response)
      const { text, isCut } = await readBounded(response, maxBytes)
      return isCut ? { reason: 'size', text: `answered more than ${maxBytes} bytes` } : text
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // `fetch` says only that it failed; why is in the cause.
      const cause: unknown = isJsonObject(error) ? Reflect.get(error, 'cause') : undefined
      const said = cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`
      return { reason: 'network', text: `was not reached: ${this.shown(said)}` }
    }
  }

  async #refusal(response: Response): Promise<ApiFailure> {
    const { status, headers } = response
    const { clock = systemClock } = this.#options
    // The status is the news; a page that breaks off is shown as far as it came.
    const { text: page } = await readBounded(response, MAX_PAGE_BYTES).catch(() => ({ text: '' }))
    const isRedirect = status >= 300 && status < 400
    const hint = isRedirect ? ' Redirects are not followed; give the baseUrl they lead to.' : ''
    const text = `refused with ${status}: ${this.shown(errorMessageIn(page))}${hint}`
    const retryAfterMs = retryAfterOf(headers, clock.now())
    return { reason: 'status', text, status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
}

/** First wait between two attempts, when the server does not name one. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** How long to wait before another attempt: twice as long each time, half of it by chance, so that callers part. */
export function waitBefore(attempt: number, random: () => number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return wait / 2 + (wait / 2) * random()
}

/** How many milliseconds a server asks to wait; a date is read against the server's own clock where it sent it. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const sent = Date.parse(headers.get('date') ?? '')
  return parseRetryAfter(headers.get('retry-after'), Number.isNaN(sent) ? now : sent)
}

/** Reads at most `maxBytes` of a body as UTF-8, and lets go of the rest. */
async function readBounded(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true })
    bytes += chunk.length
    // Leaving the loop releases the connection.
    if (bytes > maxBytes) break
  }
  return { text: text + decoder.decode(), isCut: bytes > maxBytes }
}

/** What a server says went wrong: the message of its error where it has one, else the page. Not fit to be shown yet. */
function errorMessageIn(page: string): string {
  const answer = parseJson(page)
  const { error, message } = isJsonObject(answer) ? answer : {}
  const said = isJsonObject(error) ? error.message : (error ?? message)
  return typeof said === 'string' ? said : page.trim() === '' ? 'nothing more' : page
}

function readUrl(baseUrl: unknown, path: string): URL {
  // The text itself is not shown: what is wrong with it may be a key in the wrong place.
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('The baseUrl is no http or https URL, such as https://api.openai.com/v1.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The baseUrl holds credentials; give them as apiKey or headers.')
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  url.hash = ''
  return url
}

function readHeaders(
  apiKey: unknown,
  given: Readonly<Record<string, string>>,
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
