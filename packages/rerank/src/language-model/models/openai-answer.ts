import type { Completion } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { readUsage } from '../reply/ask-model.ts'

/**
 * Reads the answer of a chat completion: the text of the first choice, and what was used.
 * `undefined` for what is no such answer.
 */
export function readChatCompletion(json: string): Completion | undefined {
  const answer = parseObject(json)
  const choices: unknown = answer?.choices
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message = isJsonObject(choice) ? choice.message : undefined
  const text = isJsonObject(message) ? textOf(message.content) : undefined
  if (text === undefined) return undefined
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = isJsonObject(answer?.usage)
    ? answer.usage
    : {}
  const usage = readUsage({ inputTokens, outputTokens })
  return { text, ...(usage === undefined ? {} : { usage }) }
}

/** What a server says went wrong: the message of its error where it has one, else the body. Not fit to be shown yet. */
export function readErrorMessage(body: string): string {
  const answer = parseObject(body)
  const error = answer?.error
  if (typeof error === 'string') return error
  const message = isJsonObject(error) ? error.message : answer?.message
  return typeof message === 'string' ? message : body.trim() === '' ? 'nothing more' : body
}

/** Content is a text, nothing at all (a refusal, a model that only thought), or parts of which some are text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return ''
  if (!Array.isArray(content)) return undefined
  return (content as readonly unknown[])
    .map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
