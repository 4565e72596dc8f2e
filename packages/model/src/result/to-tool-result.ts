import { copyJson, isJsonObject, type JsonValue } from '../internal/json/json.ts'
import { cleanText } from '../internal/text/clean-text.ts'
import { messageOf, takeCodePoints, truncate } from '../internal/text/quote.ts'
import { DEFAULT_RESULT_LIMITS, parseToolResult } from './parse-tool-result.ts'
import type { ToolResult } from './tool-result.ts'

/** Longest text of a failure, in code points: a model needs the reason, not the log. */
const MAX_FAILURE_LENGTH = 4_000

/**
 * Makes a result of whatever a handler gave back: a result stays one (a value whose `content` is a list of objects
 * with a `type`), a text becomes text, nothing becomes an empty result, an object becomes structured content with
 * its JSON as text, any other value its JSON as text. A value that is no JSON is a result with `isError` that says
 * so. The result shares nothing with the value and is frozen.
 */
export function toToolResult(value: unknown): ToolResult {
  if (value === undefined || value === null) return Object.freeze({ content: Object.freeze([]) })
  if (typeof value === 'string') return textResult(value)
  try {
    const result = isResult(value) ? parseToolResult(value) : undefined
    return result ?? dataResult(copyJson(value, DEFAULT_RESULT_LIMITS))
  } catch (error) {
    // Whatever a getter or a `toJSON` of the value throws says the same: it cannot be read.
    return errorResult(`The tool ran, but its result cannot be handed on. ${failureText(error)}`)
  }
}

function isResult(value: unknown): boolean {
  const content: unknown = isJsonObject(value) ? Reflect.get(value, 'content') : undefined
  return (
    Array.isArray(content) && content.every((block) => isJsonObject(block) && typeof block.type === 'string')
  )
}

function dataResult(json: JsonValue): ToolResult {
  const result = textResult(JSON.stringify(json))
  return isJsonObject(json) ? Object.freeze({ ...result, structuredContent: json }) : result
}

/** A result of one text. */
export function textResult(text: string): ToolResult {
  return Object.freeze({ content: Object.freeze([Object.freeze({ type: 'text', text } as const)]) })
}

/**
 * A result that says the tool failed, and how: a text, or the message of whatever was thrown. Hidden characters are
 * removed and the text is cut to 4,000 code points, because a message may hold anything a handler met.
 */
export function errorResult(failure: unknown): ToolResult {
  return Object.freeze({ ...textResult(failureText(failure)), isError: true })
}

function failureText(failure: unknown): string {
  const given = typeof failure === 'string' ? failure : messageOf(failure)
  const text = truncate(cleanText(takeCodePoints(given, 4 * MAX_FAILURE_LENGTH)), MAX_FAILURE_LENGTH)
  return text.trim() === '' ? 'It failed without saying why.' : text
}
