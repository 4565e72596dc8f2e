import type { Completion, CompletionRequest, LanguageModel } from '@toolscout/model'
import { formatDuration, messageOf, quote, shownFailure } from '@toolscout/model/internal'
import { LanguageModelError } from '../errors.ts'
import { checkCompletionRequest, withDeadline } from '../reply/ask-model.ts'

/** How a model is asked through a client that the user brings. */
interface ClientModel {
  readonly name: string
  readonly timeoutMs: number
  readonly call: (request: CompletionRequest, signal: AbortSignal) => PromiseLike<unknown>
  /** Reads what the client gave; `undefined` for no answer. */
  readonly read: (result: unknown) => Completion | undefined
  /** What an answer has to have, for messages. */
  readonly needed: string
}

/** A language model behind a client: one call within its time, of whose result nothing is trusted. */
export function clientModel({ name, timeoutMs, call, read, needed }: ClientModel): LanguageModel {
  const fail = (reason: 'reply' | 'timeout' | 'network', what: string): LanguageModelError =>
    new LanguageModelError(`The model ${quote(name)} ${what}`, { model: name, reason })
  const late = (): LanguageModelError =>
    fail('timeout', `did not answer within ${formatDuration(timeoutMs)}.`)
  return Object.freeze({
    name,
    complete: async (request) => {
      checkCompletionRequest(request)
      return withDeadline({ timeoutMs, signal: request.signal, late }, async (signal) => {
        let result: unknown
        try {
          result = await call(request, signal)
        } catch (error) {
          throw fail('network', `gave no answer: ${shownFailure(messageOf(error))}`)
        }
        const completion = read(result)
        if (completion !== undefined) return completion
        throw fail('reply', `answered ${quote(result)}; ${needed} is needed.`)
      })
    },
  } satisfies LanguageModel)
}
