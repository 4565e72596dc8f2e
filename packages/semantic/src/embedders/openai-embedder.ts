import type { Clock, Embedder } from '@toolscout/model'
import {
  ApiClient,
  type ApiFailure,
  checkOptions,
  checkTimeoutMs,
  checkWhole,
  isJsonObject,
  type OptionKind,
  parseJson,
} from '@toolscout/model/internal'
import { EmbedderFailedError, type EmbedderFault } from '../errors.ts'
import { createEmbedder, EMBEDDER_KINDS, type EmbedderOptions } from './create-embedder.ts'

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
  /** The platform's `fetch`, or one of its kind. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Default: the platform's. */
  readonly clock?: Clock | undefined
  /** Numbers of 0 to 1 that waits are varied by. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

const KINDS: { readonly [option in keyof OpenAiEmbedderOptions]-?: OptionKind } = {
  ...EMBEDDER_KINDS,
  ...{ baseUrl: 'anything', apiKey: 'anything', headers: 'anything', shorten: 'boolean', fetch: 'function' },
  ...{
    timeoutMs: 'anything',
    maxRetries: 'anything',
    clock: { functions: ['now', 'after'] },
    random: 'function',
  },
}

/** Time for a batch on a slow machine. */
const DEFAULT_TIMEOUT_MS = 30_000
/** What a passing overload takes. */
const DEFAULT_RETRIES = 3
const MOST_RETRIES = 20
/** 1,000 vectors of 1,536 dimensions. */
const MAX_ANSWER_BYTES = 32 * 1_048_576
/** Statuses that another attempt may change. */
const PASSING: ReadonlySet<number | undefined> = new Set([408, 429, 500, 502, 503, 504])

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
  checkOptions('the options of an embedder', options, KINDS)
  const { baseUrl, apiKey, headers, shorten = false, fetch, clock, random, ...rest } = options
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = DEFAULT_RETRIES, ...common } = rest
  const { model, dimensions } = common
  const toError = ({ text, ...facts }: Omit<ApiFailure, 'reason'> & { readonly reason: EmbedderFault }) =>
    new EmbedderFailedError(`${api.url.origin} ${text}.`, { model, ...facts })
  const api = new ApiClient({
    ...{ baseUrl, path: '/embeddings', apiKey, headers, fetch, clock, random },
    timeoutMs: checkTimeoutMs('timeoutMs', timeoutMs),
    maxRetries: checkWhole('maxRetries', maxRetries, 0, MOST_RETRIES),
    maxBytes: MAX_ANSWER_BYTES,
    mayPass: ({ reason, status }) => reason === 'network' || PASSING.has(status),
    toError: (failure) =>
      toError({ ...failure, reason: failure.reason === 'size' ? 'invalid_answer' : failure.reason }),
  })
  const embed = async (input: readonly string[], signal: AbortSignal | undefined) => {
    const body = { model, input, encoding_format: 'float', ...(shorten && { dimensions }) }
    const vectors = readAnswer(await api.run(signal, (post) => post(body)), input.length)
    if (typeof vectors !== 'string') return vectors as readonly ArrayLike<number>[]
    throw toError({ reason: 'invalid_answer', text: `answered with ${vectors}` })
  }
  return createEmbedder({ ...common, embed: (texts, { signal }) => embed(texts, signal) })
}

/**
 * The vectors of an answer in the order of the texts: by the `index` of each, or as they come where none has one. A text
 * that says what is wrong when the answer does not hold one vector for each text.
 */
function readAnswer(text: string, count: number): readonly unknown[] | string {
  const answer = parseJson(text)
  if (answer === undefined) return 'what is not JSON'
  const data: unknown = isJsonObject(answer) ? answer.data : undefined
  if (!Array.isArray(data)) return 'no list "data"'
  if (data.length !== count) return `${data.length} vectors for ${count} texts`
  const vectors = new Map<number, unknown>()
  for (const [position, entry] of data.entries()) {
    if (!isJsonObject(entry)) return 'an entry of "data" that is no object'
    const index: unknown = entry.index ?? position
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count) {
      return 'an entry of "data" whose index is none of a text'
    }
    vectors.set(index as number, entry.embedding)
  }
  if (vectors.size !== count) return 'two vectors for one text'
  return Array.from({ length: count }, (_, index) => vectors.get(index))
}
