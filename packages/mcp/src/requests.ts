import { InvalidJsonError, type JsonObject, type JsonValue } from '@toolscout/model'
import { cleanJson, cleanText, copyJson, isJsonObject, type JsonLimits } from '@toolscout/model/internal'

/** What can be asked of a server beside its tools. */
export type McpRequestMethod =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  | 'logging/setLevel'
  | 'ping'

/** Which members of an answer stay as they came: what is read again by the server, and what may be a file. */
const UNTOUCHED: Readonly<Record<McpRequestMethod, readonly string[]>> = Object.freeze({
  'resources/list': ['nextCursor'],
  'resources/templates/list': ['nextCursor'],
  'resources/read': ['contents'],
  'resources/subscribe': [],
  'resources/unsubscribe': [],
  'prompts/list': ['nextCursor'],
  'prompts/get': ['messages'],
  'completion/complete': [],
  'logging/setLevel': [],
  ping: [],
})

/** Whether a method may be requested. Tools have ways of their own, which ask what is allowed. */
export function isRequestMethod(method: string): method is McpRequestMethod {
  return Object.hasOwn(UNTOUCHED, method)
}

/**
 * Reads the answer to a request into a fresh, frozen value. Whatever describes is cleaned of hidden characters; the
 * contents of resources and the messages of prompts are data and stay as they are.
 * `undefined` for what goes beyond the limits.
 */
export function readAnswer(
  method: McpRequestMethod,
  result: Readonly<Record<string, unknown>>,
  limits: JsonLimits,
): JsonObject | undefined {
  const untouched = UNTOUCHED[method]
  const copy = copyWithin(limits, result)
  if (!isJsonObject(copy)) return undefined
  const members = Object.entries(copy).map(([name, value]): [string, JsonValue] =>
    untouched.includes(name) ? [name, value] : [cleanText(name), cleanJson(value)],
  )
  return Object.freeze(Object.fromEntries(members))
}

function copyWithin(limits: JsonLimits, value: unknown): JsonValue | undefined {
  try {
    return copyJson(value, limits)
  } catch (error) {
    if (error instanceof InvalidJsonError) return undefined
    throw error
  }
}
