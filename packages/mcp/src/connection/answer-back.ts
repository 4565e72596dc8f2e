import type { Clock, JsonObject } from '@toolscout/model'
import { anySignal, isJsonObject, pause, quote } from '@toolscout/model/internal'
import type { Redactor } from '../redactor.ts'
import { protocolFailure } from '../transport/transport.ts'
import type { ClientService } from './client-service.ts'

/** Questions that a server may ask at once. */
const MAX_QUESTIONS = 16
/** A server that asks nothing and wants to be asked again is left this long, in milliseconds. */
const PACING_MS = 250

/** Who answers, and for how long. */
export interface AnswerBackOptions {
  readonly client: ClientService
  readonly redact: Redactor
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Answers what a server asks in place of a result (MCP 2026-07-28, `InputRequiredResult`). Gives what the request has to carry
 * when it is made again.
 *
 * @throws McpTransportError when a question cannot be read, or has no answer: the protocol has no way to send that.
 */
export async function answerBack(
  { inputRequests = {}, requestState }: Readonly<Record<string, unknown>>,
  options: AnswerBackOptions,
): Promise<JsonObject> {
  if (!isJsonObject(inputRequests) || (requestState !== undefined && typeof requestState !== 'string')) {
    throw protocolFailure('the server asked back in a way that cannot be read')
  }
  const questions = Object.entries(inputRequests)
  if (questions.length > MAX_QUESTIONS) {
    throw protocolFailure(`the server asked ${questions.length} questions at once; ${MAX_QUESTIONS} may be`)
  }
  const state = requestState === undefined ? {} : { requestState }
  if (questions.length === 0) {
    if (requestState === undefined) throw protocolFailure('the server asked back and asked nothing')
    await pause(options.clock, PACING_MS, options.signal)
    return state
  }
  const round = new AbortController()
  const signal = anySignal(options.signal, round.signal)
  const answers = questions.map(
    async ([key, question]): Promise<[string, JsonObject]> => [
      key,
      await answerOne(question, { ...options, signal }),
    ],
  )
  try {
    return { inputResponses: Object.fromEntries(await Promise.all(answers)), ...state }
  } finally {
    // What is still asked of somebody is of no use when one answer is missing.
    round.abort()
  }
}

async function answerOne(
  question: unknown,
  { client, redact, signal }: AnswerBackOptions,
): Promise<JsonObject> {
  const { method, params } = isJsonObject(question) ? question : {}
  if (typeof method !== 'string') throw protocolFailure('the server asked back in a way that cannot be read')
  const answer = await client.answer(method, params, signal)
  if ('result' in answer) return answer.result
  const asked = quote(redact(method, 100))
  throw protocolFailure(`the server asked for ${asked}, which had no answer: ${answer.error.message}`)
}
