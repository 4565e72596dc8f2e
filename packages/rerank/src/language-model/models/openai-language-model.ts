import type { Completion, CompletionRequest, LanguageModel } from '@toolscout/model'
import { isJsonObject, messageOf, pause, quote, systemClock } from '@toolscout/model/internal'
import { withDeadline } from '../deadline.ts'
import { LanguageModelError, type LanguageModelFailure } from '../errors.ts'
import { shownFailure } from '../redact.ts'
import { readBounded } from './bounded-body.ts'
import { readChatCompletion, readErrorMessage } from './openai-answer.ts'
import { type OpenAiEndpoint, type OpenAiLanguageModelOptions, resolveEndpoint } from './openai-options.ts'
import { retryAfterMs } from './retry-after.ts'

/** Statuses after which the same request may succeed, and surely nothing was answered. */
const RETRIED: readonly number[] = [429, 503]
/** Statuses servers refuse a shape of JSON with that they do not know. */
const SHAPE_REFUSED: readonly number[] = [400, 404, 415, 422, 501]
/** How much of an error page is read. */
const MAX_PAGE_BYTES = 4_096

/**
 * Creates a language model behind an OpenAI-compatible API: OpenAI, Azure, Ollama, LM Studio, vLLM, llama.cpp and
 * others, by base URL. Waits and tries again when told to (429, 503), asks without a shape of JSON where a server
 * knows none, follows no redirect, and never reveals the key.
 *
 * `complete` rejects with LanguageModelError `LANGUAGE_MODEL_FAILED`.
 *
 * @throws TypeError, RangeError for options that are none.
 */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const endpoint = resolveEndpoint(options)
  const { name, timeoutMs } = endpoint
  let takesSchema = endpoint.sendSchema

  const complete = async (request: CompletionRequest, signal: AbortSignal): Promise<Completion> => {
    const start = performance.now()
    let withSchema = takesSchema && request.schema !== undefined
    for (let retries = 0; ; ) {
      const response = await send(endpoint, bodyOf(endpoint, request, withSchema), signal)
      const { status } = response
      if (status === 200) {
        // What was refused with a schema and is taken without is refused for the schema.
        if (!withSchema && request.schema !== undefined) takesSchema = false
        return readAnswer(endpoint, response, signal)
      }
      const failure = await statusFailure(endpoint, response)
      if (withSchema && SHAPE_REFUSED.includes(status)) {
        withSchema = false
        continue
      }
      const waitMs = retryAfterMs(response.headers, Date.now) ?? endpoint.retryDelayMs * 2 ** retries
      const isInTime = performance.now() - start + waitMs < timeoutMs
      if (!RETRIED.includes(status) || retries === endpoint.maxRetries || !isInTime) throw failure
      retries += 1
      await pause(systemClock, waitMs, signal)
    }
  }
  return Object.freeze({
    name,
    complete: (request) => {
      const late = (): Error => fail(endpoint, 'timeout', `did not answer within ${timeoutMs} ms.`)
      return withDeadline({ timeoutMs, signal: request.signal, late }, (signal) => complete(request, signal))
    },
  } satisfies LanguageModel)
}

function bodyOf(
  { model, parameters }: OpenAiEndpoint,
  request: CompletionRequest,
  withSchema: boolean,
): string {
  const shape = { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema: request.schema } }
  return JSON.stringify({
    ...parameters,
    model,
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.prompt },
    ],
    ...(withSchema ? { response_format: shape } : {}),
  })
}

async function send(endpoint: OpenAiEndpoint, body: string, signal: AbortSignal): Promise<Response> {
  const { url, headers, fetch } = endpoint
  try {
    // A redirect would take the key elsewhere.
    return await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  } catch (error) {
    throw networkFailure(endpoint, error, signal)
  }
}

async function readAnswer(
  endpoint: OpenAiEndpoint,
  response: Response,
  signal: AbortSignal,
): Promise<Completion> {
  const { maxResponseBytes } = endpoint
  const { text, isCut } = await readBounded(response, maxResponseBytes).catch((error: unknown) => {
    throw networkFailure(endpoint, error, signal)
  })
  if (isCut) throw fail(endpoint, 'size', `answered more than ${maxResponseBytes} bytes.`)
  const completion = readChatCompletion(text)
  if (completion !== undefined) return completion
  throw fail(
    endpoint,
    'reply',
    `answered no chat completion but ${quote(shownFailure(text, endpoint.secrets))}.`,
  )
}

async function statusFailure(endpoint: OpenAiEndpoint, response: Response): Promise<LanguageModelError> {
  const { status } = response
  // The status is the news; a page that breaks off is shown as far as it came.
  const { text } = await readBounded(response, MAX_PAGE_BYTES).catch(() => ({ text: '' }))
  const said = shownFailure(readErrorMessage(text), endpoint.secrets)
  const hint =
    status >= 300 && status < 400 ? ' Redirects are not followed; give the baseUrl they lead to.' : ''
  return fail(endpoint, 'status', `refused with ${status}: ${said}${hint}`, status)
}

function networkFailure(endpoint: OpenAiEndpoint, error: unknown, signal: AbortSignal): LanguageModelError {
  if (signal.aborted) throw signal.reason
  const cause: unknown = isJsonObject(error) ? Reflect.get(error, 'cause') : undefined
  const said = cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`
  return fail(endpoint, 'network', `was not reached: ${shownFailure(said, endpoint.secrets)}`)
}

function fail(
  { name, secrets }: OpenAiEndpoint,
  reason: LanguageModelFailure['reason'],
  what: string,
  status?: number,
): LanguageModelError {
  const details = { model: name, reason, ...(status === undefined ? {} : { status }) }
  return new LanguageModelError(`The model ${quote(shownFailure(name, secrets))} ${what}`, details)
}
