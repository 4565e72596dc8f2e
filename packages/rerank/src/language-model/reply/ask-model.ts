import { type CompletionRequest, estimateTokens, type LanguageModel } from '@toolscout/model'
import { type AssistantOptions, isJsonObject, quote, type TokenUsage } from '@toolscout/model/internal'
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
