import { type CompletionRequest, estimateTokens, type LanguageModel } from '@toolscout/model'
import {
  type AssistantOptions,
  checkOptions,
  isJsonObject,
  type OptionKind,
  onAbort,
  quote,
  systemClock,
  type TokenUsage,
  withTimeLimit,
} from '@toolscout/model/internal'
import { LanguageModelError } from '../errors.ts'

/** Most of a reply that is read, in UTF-16 code units: ten times the longest that was asked for. */
const MAX_REPLY_LENGTH = 32_768

/**
 * Asks a model, and tells what it cost: what the model says, or an estimate from the texts.
 *
 * @throws LanguageModelError `LANGUAGE_MODEL_FAILED` when it answers no text; and what the model rejects with.
 */
export async function askModel(
  model: LanguageModel,
  request: Omit<CompletionRequest, 'signal'>,
  { signal, onUsage }: AssistantOptions,
): Promise<string> {
  signal?.throwIfAborted()
  const completion: unknown = await model.complete({ ...request, signal })
  const { text, usage } = isJsonObject(completion) ? completion : {}
  const reply = typeof text === 'string' ? text.slice(0, MAX_REPLY_LENGTH) : ''
  onUsage?.(readUsage(usage) ?? estimateUsage(request, reply))
  signal?.throwIfAborted()
  if (typeof text === 'string') return reply
  throw new LanguageModelError(
    `The model ${quote(model.name)} answered ${quote(completion)}; a text is needed.`,
    {
      model: model.name,
      reason: 'reply',
    },
  )
}

/** Reads what a model says it used; `undefined` for what are no counts. */
export function readUsage(usage: unknown): TokenUsage | undefined {
  const { inputTokens, outputTokens, isEstimated } = isJsonObject(usage) ? usage : {}
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  return { inputTokens, outputTokens, ...(isEstimated === true ? { isEstimated } : {}) }
}

function estimateUsage({ system, prompt }: Omit<CompletionRequest, 'signal'>, reply: string): TokenUsage {
  const inputTokens = estimateTokens(system) + estimateTokens(prompt)
  return { inputTokens, outputTokens: estimateTokens(reply), isEstimated: true }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** The texts of parts of content, such as what a model wrote between images and thoughts, joined. */
export function joinTexts(parts: readonly unknown[]): string {
  return parts.map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

/** Whether a part of content is text, and not a thought or an image. */
export function isText(part: unknown): boolean {
  return isJsonObject(part) && part.type === 'text'
}

const ASSISTANT_OPTIONS = {
  taskContext: 'string',
  onUsage: 'function',
  signal: 'object',
} satisfies { [Option in keyof AssistantOptions]-?: OptionKind }

const COMPLETION_REQUEST = {
  system: 'string',
  prompt: 'string',
  signal: 'object',
} satisfies { [Member in keyof CompletionRequest]-?: OptionKind }

/** Checks how a model is asked to help. @throws TypeError for an unknown option or one of another type. */
export function checkAssistantOptions(options: AssistantOptions): void {
  checkOptions('the options of a model that helps', options, ASSISTANT_OPTIONS)
}

/** Checks what a language model is to complete. @throws TypeError for an unknown member or one of another type. */
export function checkCompletionRequest(request: CompletionRequest): void {
  checkOptions('a completion request', request, COMPLETION_REQUEST)
}

/** The time some work has. */
export interface Deadline {
  readonly timeoutMs: number
  /** The caller's signal to stop it. */
  readonly signal: AbortSignal | undefined
  /** What the work rejects with when its time is up. */
  readonly late: () => Error
}

/**
 * Settles as the work does, unless its time is up or the caller stops it first: then it rejects at once, whether the
 * work listens to its signal or not. The work receives a neutral abort reason, because it may pass it to a
 * third party that must not see the caller's own.
 */
export function withDeadline<T>(
  { timeoutMs, signal, late }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = { clock: systemClock, timeoutMs, signal, onTimeout: late }
  return withTimeLimit((limited) => {
    const controller = new AbortController()
    onAbort(limited, () => {
      controller.abort(new DOMException('The work is not waited for any more.', 'AbortError'))
    })
    return work(controller.signal)
  }, limit)
}
