import {
  type JsonObject,
  type ToolListing,
  ToolNotFoundError,
  type ToolResult,
  type ToolSource,
} from '@toolscout/model'
import {
  checkTimeoutMs,
  copyJson,
  DEFAULT_RESULT_LIMITS,
  formatDuration,
  isJsonObject,
  type JsonLimits,
  messageOf,
  parseToolResult,
  quote,
  type ToolProgress,
} from '@toolscout/model/internal'
import type { McpServerConfig, McpTransportName } from '../config/server-config.ts'
import { compileToolPatterns } from '../config/server-config.ts'
import { type McpClosedError, McpRequestError } from '../errors.ts'
import type { MessageTransport } from '../transport/transport.ts'
import { createClientService, type McpClientOptions } from './client-service.ts'
import type { ConnectSettings } from './connect-options.ts'
import type { ConnectionLife, NotificationListener } from './connection-life.ts'
import { listTools } from './list-tools.ts'
import {
  closedFailure,
  Deadline,
  noResult,
  type RequestSubject,
  refusalOf,
  toRequestFailure,
} from './request-failure.ts'
import { isRequestMethod, type McpRequestMethod, readAnswer } from './requests.ts'
import type { McpServerInfo, McpSession } from './session.ts'

/** Options of a request. */
export interface McpRequestOptions {
  /** Stops waiting and cancels the request at the server. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in whole milliseconds, 1 to 2,147,483,647. Default: the server's own, else 60,000. */
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
}

/** The parts of a connection whose handshake is done. */
export interface ConnectionParts {
  readonly config: McpServerConfig
  readonly transportName: McpTransportName
  readonly transport: Pick<MessageTransport, 'close'>
  readonly session: McpSession
  readonly life: ConnectionLife
  readonly settings: ConnectSettings
}

/** How one request is made, and what is made of its answer: `undefined` when that is none. */
interface Question<T> extends Omit<McpCallOptions, 'meta'> {
  readonly method: string
  readonly params: JsonObject
  readonly read: (result: Readonly<Record<string, unknown>>) => T | undefined
}

/**
 * A server that is connected, as a {@link ToolSource}. It keeps the process alive until it is closed.
 *
 * Rejections of `list`: `MCP_LIST_FAILED`, `MCP_TIMEOUT`, `MCP_CLOSED`. Of `call`: `MCP_CALL_FAILED`,
 * `MCP_TIMEOUT`, `MCP_CLOSED`, each with `details.outcome`; `TOOL_NOT_FOUND` for a tool the configuration keeps
 * out; `INVALID_JSON` for arguments that are no JSON. Of `request` and `ping`: `MCP_REQUEST_FAILED` in place of
 * `MCP_CALL_FAILED`. Nothing is tried a second time.
 */
export class McpConnection implements ToolSource {
  // Members are the object's own, so that they can be passed on and spread.
  readonly name: string
  /** The transport in use; for a URL without a named one, the one that worked. */
  readonly transport: McpTransportName
  /** What the server says about itself. */
  readonly server: McpServerInfo
  /** What the server offers (MCP `ServerCapabilities`), such as `{ tools: {}, resources: { subscribe: true } }`. */
  readonly capabilities: JsonObject
  /** Resolves with the reason when the connection has ended, however it did; never rejects. */
  readonly closed: Promise<McpClosedError>
  readonly #parts: ConnectionParts
  /** Whether the configuration lets a tool through; `prompt.plan` stands for the prompt `plan`. */
  readonly allows: (tool: string) => boolean
  /** A message was bounded in bytes already; what is left to bound is how deep it goes. */
  readonly #bounds: JsonLimits
  #closing: Promise<void> | undefined

  constructor(parts: ConnectionParts) {
    const { maxFrameBytes } = parts.settings.limits
    this.#parts = parts
    this.name = parts.config.name
    this.transport = parts.transportName
    this.server = parts.session.server
    this.capabilities = parts.session.capabilities
    this.closed = parts.life.closed
    this.allows = compileToolPatterns(parts.config.tools)
    this.#bounds = { ...DEFAULT_RESULT_LIMITS, maxNodes: maxFrameBytes, maxLength: maxFrameBytes }
  }

  /** `closed` once `close` was called, the server ended, or the transport failed for good. */
  get status(): 'connected' | 'closed' {
    return this.#parts.life.ended === undefined ? 'connected' : 'closed'
  }

  readonly onChange = (listener: () => void): (() => void) => this.#parts.life.onChange(listener)

  /**
   * Calls back with the notifications of the server: log messages, resources and lists that changed. A flood
   * of it is thinned out and reported. Gives back the way to stop.
   */
  readonly onNotification = (listener: NotificationListener): (() => void) =>
    this.#parts.life.onNotification(listener)

  readonly list = async ({ signal }: Pick<McpRequestOptions, 'signal'> = {}): Promise<ToolListing> => {
    const { config, session, life, settings } = this.#parts
    const timeoutMs = settings.timeouts.listMs
    return this.#run({ server: this.name, kind: 'list', name: '' }, { timeoutMs, signal }, (inner) =>
      listTools(session, {
        server: this.name,
        signal: inner,
        limits: settings.limits,
        patterns: config.tools,
        reasonToStop: (error) => {
          if (signal?.aborted === true || life.ended !== undefined) return undefined
          if (inner.aborted) return `Not all pages came within ${formatDuration(timeoutMs)}.`
          return `A page could not be read: ${messageOf(error)}`
        },
      }),
    )
  }

  readonly call = async (
    tool: string,
    args: JsonObject,
    options: McpCallOptions = {},
  ): Promise<ToolResult> => {
    const { meta, ...asked } = options
    if (!this.allows(tool)) {
      throw new ToolNotFoundError(`${quote(this.name)} has no tool ${quote(tool)}.`, tool)
    }
    const params = {
      name: tool,
      arguments: copyObject(args, 'Arguments are'),
      ...(meta === undefined ? {} : { _meta: copyObject(meta, '`meta` is') }),
    }
    const read = (result: unknown): ToolResult | undefined => parseToolResult(result, this.#bounds)
    const subject: RequestSubject = { server: this.name, kind: 'call', name: tool }
    return this.#ask(subject, { ...asked, method: 'tools/call', params, read })
  }

  /**
   * Asks what is no tool: resources, prompts, completions, the level of the log. Gives the server's answer, bounded;
   * texts that describe are cleaned, contents are data and untouched.
   *
   * @throws TypeError for any other method.
   */
  readonly request = async (
    method: McpRequestMethod,
    params: JsonObject = {},
    options: McpRequestOptions = {},
  ): Promise<JsonObject> => {
    if (!isRequestMethod(method)) {
      throw new TypeError(`${quote(method)} is no request of a connection; tools have list and call.`)
    }
    return this.#ask<JsonObject>(
      { server: this.name, kind: 'request', name: method },
      {
        ...options,
        method,
        params: copyObject(params, 'Parameters are'),
        read: (result) => readAnswer(method, result, this.#bounds),
      },
    )
  }

  /** Resolves when the server answers, whatever it says. */
  readonly ping = async (options?: Pick<McpRequestOptions, 'signal' | 'timeoutMs'>): Promise<void> => {
    try {
      await this.request('ping', {}, options)
    } catch (error) {
      // An answer is an answer, from servers that do not know the question too.
      if (!(error instanceof McpRequestError) || error.details.rpcCode === undefined) throw error
    }
  }

  readonly close = async (): Promise<void> => {
    this.#closing ??= this.#parts.transport.close(this.#parts.settings.closeGraceMs)
    return this.#closing
  }

  async #ask<T>(subject: RequestSubject, question: Question<T>): Promise<T> {
    const { timeoutMs = this.#parts.settings.timeouts.callMs, signal, onProgress, atMostOnce } = question
    checkTimeoutMs('timeoutMs', timeoutMs)
    return this.#run(subject, { timeoutMs, signal }, async (inner) => {
      const { method, params, read } = question
      const client = question.client && createClientService(question.client, this.#bounds.maxLength)
      const options = { signal: inner, onProgress, atMostOnce, client }
      const answer = await this.#parts.session.request(method, params, options)
      if (!answer.isResult) throw refusalOf(subject, answer)
      const result = read(answer.result)
      if (result === undefined) throw noResult(subject)
      return result
    })
  }

  async #run<T>(
    subject: RequestSubject,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { life } = this.#parts
    signal?.throwIfAborted()
    if (life.ended !== undefined) throw closedFailure(life.ended, 'notRun')
    const deadline = new Deadline(timeoutMs, signal)
    try {
      return await work(deadline.signal)
    } catch (error) {
      throw toRequestFailure(error, { subject, deadline, closed: life.ended })
    } finally {
      deadline.stop()
    }
  }
}

/** As it is at this moment, whatever its owner does to it while the request is on its way. */
function copyObject(value: unknown, whatIs: string): JsonObject {
  const copy = copyJson(value)
  if (isJsonObject(copy)) return copy
  throw new TypeError(`${whatIs} an object, not ${quote(value)}.`)
}
