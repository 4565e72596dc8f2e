import {
  type JsonObject,
  type ToolListing,
  ToolNotFoundError,
  type ToolResult,
  type ToolSource,
} from '@toolscout/model'
import {
  checkOptions,
  DEFAULT_RESULT_LIMITS,
  formatDuration,
  type JsonLimits,
  messageOf,
  parseToolResult,
  quote,
} from '@toolscout/model/internal'
import type { McpServerConfig, McpTransportName } from '../config/server-config.ts'
import { compileToolPatterns } from '../config/server-config.ts'
import { type McpClosedError, McpRequestError } from '../errors.ts'
import type { MessageTransport } from '../transport/transport.ts'
import { createClientService } from './client-service.ts'
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
import {
  CALL_OPTIONS,
  copyObject,
  type McpCallOptions,
  type McpRequestOptions,
  REQUEST_OPTIONS,
} from './request-options.ts'
import { isRequestMethod, type McpRequestMethod, readAnswer } from './requests.ts'
import type { McpServerInfo, McpSession, RpcAnswer, RpcOptions } from './session.ts'

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
  readonly ask: (session: McpSession, options: RpcOptions) => Promise<RpcAnswer>
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

  readonly list = async (options: Pick<McpRequestOptions, 'signal'> = {}): Promise<ToolListing> => {
    checkOptions('the options of list', options, { signal: 'object' })
    const { signal } = options
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
    checkOptions('the options of a call', options, CALL_OPTIONS)
    const { meta, ...asked } = options
    if (!this.allows(tool)) {
      throw new ToolNotFoundError(`${quote(this.name)} has no tool ${quote(tool)}.`, tool)
    }
    const params = {
      name: tool,
      arguments: copyObject(args, 'Arguments are'),
      ...(meta === undefined ? {} : { _meta: copyObject(meta, '`meta` is') }),
    }
    return this.#call(tool, asked, (session, how) => session.request('tools/call', params, how))
  }

  /**
   * Waits for the task that a call at an earlier connection to the same server has become, as the call would have. Rejects as
   * `call` does; a server that does not know the task leaves it unknown whether the tool ran.
   */
  readonly followTask = async (
    tool: string,
    taskId: string,
    options: McpRequestOptions = {},
  ): Promise<ToolResult> => {
    checkOptions('the options of followTask', options, REQUEST_OPTIONS)
    return this.#call(tool, options, (session, how) => session.followTask(taskId, how))
  }

  #call(tool: string, options: McpCallOptions, ask: Question<ToolResult>['ask']): Promise<ToolResult> {
    const read = (result: unknown): ToolResult | undefined => parseToolResult(result, this.#bounds)
    return this.#ask({ server: this.name, kind: 'call', name: tool }, { ...options, ask, read })
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
    checkOptions('the options of a request', options, REQUEST_OPTIONS)
    const asked = copyObject(params, 'Parameters are')
    return this.#ask<JsonObject>(
      { server: this.name, kind: 'request', name: method },
      {
        ...options,
        ask: (session, how) => session.request(method, asked, how),
        read: (result) => readAnswer(method, result, this.#bounds),
      },
    )
  }

  /** Resolves when the server answers, whatever it says. */
  readonly ping = async (options: Pick<McpRequestOptions, 'signal' | 'timeoutMs'> = {}): Promise<void> => {
    const { signal, timeoutMs } = REQUEST_OPTIONS
    checkOptions('the options of ping', options, { signal, timeoutMs })
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
    const { ask, read, signal, onProgress, atMostOnce } = question
    const { callMs, taskMs } = this.#parts.settings.timeouts
    const { timeoutMs = callMs } = question
    return this.#run(subject, { timeoutMs, signal }, async (inner, deadline) => {
      const onTask = (taskId: string): void => {
        // A call's own deadline is its caller's word.
        if (question.timeoutMs === undefined) deadline.extend(async () => taskMs - deadline.timeoutMs)
        question.onTask?.(taskId)
      }
      const client = question.client && createClientService(question.client, this.#bounds.maxLength)
      deadline.leaveOut((client ?? this.#parts.settings.client).person.follow())
      const options = { signal: inner, onProgress, atMostOnce, client, onTask }
      const answer = await ask(this.#parts.session, options)
      if (!answer.isResult) throw refusalOf(subject, answer)
      const result = read(answer.result)
      if (result === undefined) throw noResult(subject)
      return result
    })
  }

  async #run<T>(
    subject: RequestSubject,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
    work: (signal: AbortSignal, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const { life } = this.#parts
    signal?.throwIfAborted()
    if (life.ended !== undefined) throw closedFailure(life.ended, 'notRun')
    const deadline = new Deadline(timeoutMs, signal)
    try {
      return await work(deadline.signal, deadline)
    } catch (error) {
      throw toRequestFailure(error, { subject, deadline, closed: life.ended })
    } finally {
      deadline.stop()
    }
  }
}
