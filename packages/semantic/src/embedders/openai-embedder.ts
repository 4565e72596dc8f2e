import type { Clock, Embedder } from '@toolscout/model'
import {
  checkTimeoutMs,
  messageOf,
  parseRetryAfter,
  pause,
  systemClock,
  withTimeLimit,
} from '@toolscout/model/internal'
import { checkWhole } from '../check-whole.ts'
import { EmbedderFailedError, type EmbedderFailure } from '../errors.ts'
import { readBoundedText, readTextHead } from './bounded-body.ts'
import { createEmbedder, type EmbedderOptions } from './create-embedder.ts'
import { readOpenAiAnswer } from './openai-answer.ts'
import { readEndpoint } from './openai-endpoint.ts'
import { createRedactor } from './redact.ts'
import { isPassing, waitBefore } from './retry.ts'

/** Options of {@link createOpenAiEmbedder}. */
export interface OpenAiEmbedderOptions extends EmbedderOptions {
  /**
   * Where the API begins, such as `https://api.openai.com/v1`, `http://localhost:11434/v1` (Ollama) or
   * `https://NAME.openai.azure.com/openai/deployments/MODEL?api-version=2024-10-21`. No default.
   */
  readonly baseUrl: string
  /** Sent as `Authorization: Bearer`. Default: none is sent. */
  readonly apiKey?: string | undefined
  /** Sent with every request, such as `api-key` for Azure. Default: none. No value of theirs is ever in a message. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether the server is asked to shorten its vectors to `dimensions`, as some models can. Default false. */
  readonly shorten?: boolean | undefined
  /** Milliseconds for a call with all its attempts. Default 30,000. Legal: 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** Most attempts after the first. Default 3. Legal: whole numbers of 0 to 20. */
  readonly maxRetries?: number | undefined
  /** Largest answer that is read, in bytes. Default 32 MiB. Legal: whole numbers from 1. */
  readonly maxAnswerBytes?: number | undefined
  /** The platform's `fetch`, or one of its kind. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Default: the platform's. */
  readonly clock?: Clock | undefined
  /** Numbers of 0 to 1 that waits are varied by. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** Time for a batch on a slow machine; three attempts, which a passing overload takes; 1,000 vectors of 1,536 dimensions. */
const DEFAULTS = { timeoutMs: 30_000, maxRetries: 3, maxAnswerBytes: 32 * 1_048_576 }
const MOST_RETRIES = 20
const MAX_PAGE_BYTES = 4_096

/**
 * Embeds through an HTTP API as OpenAI has it, which most servers speak: OpenAI, Azure, Ollama, LM Studio, vLLM, Text
 * Embeddings Inference, llama.cpp. A request that meets an overload is tried again, not before the server's
 * `Retry-After`; embedding changes nothing, so that is safe. Redirects are not followed, keys would go with them.
 *
 * `embed` rejects with `EMBEDDER_FAILED`; its details say why.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const {
    baseUrl,
    apiKey,
    headers = {},
    shorten = false,
    fetch,
    clock = systemClock,
    random,
    ...rest
  } = options
  const { timeoutMs, maxRetries, maxAnswerBytes, ...common } = rest
  const { model, dimensions } = common
  const limits = {
    timeoutMs: checkTimeoutMs('timeoutMs', timeoutMs ?? DEFAULTS.timeoutMs),
    maxRetries: checkWhole('maxRetries', maxRetries ?? DEFAULTS.maxRetries, 0, MOST_RETRIES),
    maxAnswerBytes: checkWhole('maxAnswerBytes', maxAnswerBytes ?? DEFAULTS.maxAnswerBytes, 1),
  }
  const endpoint = readEndpoint(baseUrl)
  const sent = new Headers(headers)
  sent.set('content-type', 'application/json')
  if (apiKey !== undefined) sent.set('authorization', `Bearer ${apiKey}`)
  const redact = createRedactor([
    ...(apiKey === undefined ? [] : [apiKey]),
    ...Object.values(headers),
    ...endpoint.secrets,
  ])
  const fail = (what: string, facts: Omit<EmbedderFailure, 'model'>): EmbedderFailedError =>
    new EmbedderFailedError(`${endpoint.origin} ${what}.`, { model, ...facts })

  const request = async (input: readonly string[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const body = JSON.stringify({ model, input, encoding_format: 'float', ...(shorten && { dimensions }) })
    let response: Response
    let text: string | undefined
    try {
      const init = { method: 'POST', headers: sent, body, signal, redirect: 'error' } as const
      response = await (fetch ?? globalThis.fetch)(endpoint.url, init)
      if (!response.ok) throw await refusal(response)
      text = await readBoundedText(response, limits.maxAnswerBytes)
    } catch (error) {
      if (error instanceof EmbedderFailedError || signal.aborted) throw error
      // The platform's error is read and not kept: it may repeat the URL.
      throw fail(`gave no answer (${redact(networkCause(error))})`, { reason: 'network' })
    }
    if (text === undefined) {
      throw fail(`answered with more than ${limits.maxAnswerBytes} bytes`, { reason: 'invalid_answer' })
    }
    const vectors = readOpenAiAnswer(text, input.length)
    if (typeof vectors === 'string') throw fail(`answered with ${vectors}`, { reason: 'invalid_answer' })
    return vectors
  }
  const refusal = async (response: Response): Promise<EmbedderFailedError> => {
    const { status } = response
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    const page = redact(await readTextHead(response, MAX_PAGE_BYTES).catch(() => ''))
    const facts = { reason: 'status', status, ...(retryAfterMs !== undefined && { retryAfterMs }) } as const
    return fail(`answered with status ${status}${page === '' ? '' : `: ${page}`}`, facts)
  }

  const attempts = async (texts: readonly string[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const end = clock.now() + limits.timeoutMs
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request(texts, signal)
      } catch (error) {
        if (!(error instanceof EmbedderFailedError) || signal.aborted) throw error
        const { status, reason, retryAfterMs = 0 } = error.details
        const mayPass = reason === 'network' || (status !== undefined && isPassing(status))
        const wait = Math.max(retryAfterMs, waitBefore(attempt, random ?? Math.random))
        // The error carries the delay for a later retry; waiting here would only reach the deadline.
        if (!mayPass || attempt >= limits.maxRetries || clock.now() + wait >= end) throw error
        await pause(clock, wait, signal)
      }
    }
  }

  return createEmbedder({
    ...common,
    embed: async (texts, { signal }) => {
      const vectors = await withTimeLimit((limited) => attempts(texts, limited), {
        clock,
        timeoutMs: limits.timeoutMs,
        signal,
        onTimeout: () => fail(`took longer than ${limits.timeoutMs} ms`, { reason: 'timeout' }),
      })
      return vectors as readonly ArrayLike<number>[]
    },
  })
}

/** `fetch` says only that it failed; why is in the cause. */
function networkCause(error: unknown): string {
  const cause: unknown = error instanceof TypeError ? error.cause : undefined
  return messageOf(cause ?? error)
}
