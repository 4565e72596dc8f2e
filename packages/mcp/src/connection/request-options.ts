import type { JsonObject } from '@toolscout/model'
import {
  copyJson,
  isJsonObject,
  MAX_TIMEOUT_MS,
  type OptionKind,
  quote,
  type ToolProgress,
} from '@toolscout/model/internal'
import type { McpClientOptions } from './client-service.ts'

/** Options of a request. */
export interface McpRequestOptions {
  /** Stops waiting and cancels the request at the server. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in whole milliseconds, 1 to 2,147,483,647. Default: the server's own, else 60,000, and of a task an hour. */
  readonly timeoutMs?: number | undefined
  /** Receives progress, from servers that report it. Does not extend the deadline. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /**
   * Who answers what the server asks because of this request, where the protocol tells which request that is: always in
   * 2026-07-28; before, over HTTP, in the stream that answers the request. Default, and for all else: the connection's.
   */
  readonly client?: McpClientOptions | undefined
}

/** Options of a call. */
export interface McpCallOptions extends McpRequestOptions {
  /** Sent as `_meta`, such as `traceparent` (W3C Trace Context). Default: none. */
  readonly meta?: JsonObject | undefined
  /**
   * Whether it leaves this process at most once: a redirect, HTTP 421 and a token that is no good any more end the call in
   * place of sending it again. Default false.
   */
  readonly atMostOnce?: boolean | undefined
  /**
   * Called with the id of the task, where the server makes one of the call. The call goes on until that has ended; should
   * the connection end before, `followTask` of the next one waits for it.
   */
  readonly onTask?: ((taskId: string) => void) | undefined
}

/** What each of {@link McpRequestOptions} is. */
export const REQUEST_OPTIONS: { readonly [Option in keyof McpRequestOptions]-?: OptionKind } = Object.freeze({
  signal: 'object',
  timeoutMs: { least: 1, most: MAX_TIMEOUT_MS, whole: true },
  onProgress: 'function',
  client: 'object',
})

/** What each of {@link McpCallOptions} is. */
export const CALL_OPTIONS: { readonly [Option in keyof McpCallOptions]-?: OptionKind } = Object.freeze({
  ...REQUEST_OPTIONS,
  meta: 'object',
  atMostOnce: 'boolean',
  onTask: 'function',
})

/** As it is at this moment, whatever its owner does to it while the request is on its way. */
export function copyObject(value: unknown, whatIs: string): JsonObject {
  const copy = copyJson(value)
  if (isJsonObject(copy)) return copy
  throw new TypeError(`${whatIs} an object, not ${quote(value)}.`)
}
