import { InvalidJsonError, type JsonObject, type JsonValue } from '@toolscout/model'
import {
  cleanJson,
  cleanText,
  copyJson,
  isJsonObject,
  type JsonLimits,
  parseRetryAfter,
} from '@toolscout/model/internal'
import type { RpcRefusal } from '../errors.ts'
import type { Redactor } from '../redactor.ts'

/** Which members of an answer stay as they came: what is read again by the server, and what may be a file. */
const UNTOUCHED = {
  'resources/list': ['nextCursor'],
  'resources/templates/list': ['nextCursor'],
  'resources/read': ['contents'],
  'resources/subscribe': [],
  'resources/unsubscribe': [],
  'prompts/list': ['nextCursor'],
  'skills/list': ['nextCursor'],
  'prompts/get': ['messages'],
  'completion/complete': [],
  'logging/setLevel': [],
  ping: [],
} as const

/** What can be asked of a server beside its tools. */
export type McpRequestMethod = keyof typeof UNTOUCHED

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
  const untouched: readonly string[] = UNTOUCHED[method]
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

/** What is kept of an error's `data`: enough for field errors and addresses, too little to flood a log. */
const DATA_LIMITS: JsonLimits = { maxDepth: 16, maxNodes: 1_000, maxLength: 16_384 }

/** Reads a server's protocol error: its code, how long it wants to be left alone, and what else it says. */
export function readRefusal(
  { code, data }: { readonly code: number; readonly data?: unknown },
  redact: Redactor,
): RpcRefusal & { readonly rpcCode: number } {
  const kept = keepData(data, redact)
  const retryAfterMs = readWait(data)
  return {
    rpcCode: code,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(kept === undefined ? {} : { data: kept }),
  }
}

/** The names under which servers put a wait into their errors; there is no standard. */
function readWait(data: unknown): number | undefined {
  if (!isJsonObject(data)) return undefined
  const { retryAfterMs, retryAfter, retry_after } = data
  const seconds = typeof retryAfterMs === 'number' ? retryAfterMs / 1_000 : (retryAfter ?? retry_after)
  // As a header has it: no exponent, at most three places.
  if (typeof seconds === 'number') return parseRetryAfter(seconds.toFixed(3), 0)
  return typeof seconds === 'string' ? parseRetryAfter(seconds, Date.now()) : undefined
}

function keepData(data: unknown, redact: Redactor): JsonValue | undefined {
  if (data === undefined) return undefined
  try {
    return cleanJson(copyJson(data, DATA_LIMITS), redact)
  } catch {
    // Beyond the limits, or no JSON: the message is kept all the same.
    return undefined
  }
}
