import type { Completion, LanguageModel } from '@toolscout/model'
import { checkTimeoutMs, isJsonObject, quote, requireKnownMembers } from '@toolscout/model/internal'
import { isText, joinTexts, readUsage } from '../reply/ask-model.ts'
import { clientModel } from './client-model.ts'

/** What an AI SDK language model is called with here; its own type of it is wider. */
export interface AiSdkCall {
  readonly prompt: unknown
  readonly abortSignal?: AbortSignal | undefined
}

/** As much of a `LanguageModelV2`, `V3` or `V4` of the AI SDK as is needed; any of them fits. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  // A method, so that models that take more than this fit as well.
  doGenerate(call: AiSdkCall): PromiseLike<{ readonly content: readonly unknown[]; readonly usage?: unknown }>
}

/** Options of `fromLanguageModel`. */
export interface FromLanguageModelOptions {
  /** Milliseconds one answer may take. Default 30,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
}

const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Makes a language model of one of the AI SDK, such as `openai('gpt-5-mini')`. Retries are the model's own.
 *
 * `complete` rejects with LanguageModelError `LANGUAGE_MODEL_FAILED`.
 *
 * @throws TypeError for what has no `doGenerate`, such as the id of a model that a gateway would resolve.
 */
export function fromLanguageModel(
  model: AiSdkLanguageModel,
  options: FromLanguageModelOptions = {},
): LanguageModel {
  requireKnownMembers('the options of fromLanguageModel', options, ['timeoutMs'])
  const timeoutMs = checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  if (!isJsonObject(model) || typeof Reflect.get(model, 'doGenerate') !== 'function') {
    throw new TypeError(
      `${quote(model)} is no language model of the AI SDK; an object with doGenerate is needed.`,
    )
  }
  const name = `${model.provider}/${model.modelId}`
  return clientModel({
    name,
    timeoutMs,
    call: ({ system, prompt }, abortSignal) => {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: [{ type: 'text', text: prompt }] },
      ]
      return model.doGenerate({ prompt: messages, abortSignal })
    },
    read: readResult,
    needed: 'a list of content',
  })
}

function readResult(result: unknown): Completion | undefined {
  const { content, usage } = isJsonObject(result) ? result : {}
  if (!Array.isArray(content)) return undefined
  const { inputTokens, outputTokens } = isJsonObject(usage) ? usage : {}
  const read = readUsage({ inputTokens: toCount(inputTokens), outputTokens: toCount(outputTokens) })
  return { text: joinTexts(content.filter(isText)), ...(read === undefined ? {} : { usage: read }) }
}

/** Counts are numbers in version 2 and have a total beside their parts since version 3. */
function toCount(tokens: unknown): unknown {
  return isJsonObject(tokens) ? tokens.total : tokens
}
