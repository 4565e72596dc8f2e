import { type JsonObject, ToolNotFoundError, type ToolResult, type ToolSource } from '@toolscout/model'
import {
  checkTimeoutMs,
  copyJson,
  DEFAULT_RESULT_LIMITS,
  isJsonObject,
  messageOf,
  parseToolResult,
  quote,
} from '@toolscout/model/internal'
import type { McpServerConfig, McpTransportName } from '../config/server-config.ts'
import { compileToolPatterns } from '../config/server-config.ts'
import { type McpClosedError, McpRequestError } from '../errors.ts'
import type { MessageTransport } from '../transport/transport.ts'
import type { ConnectSettings } from './connect-options.ts'
import type { ConnectionLife, NotificationListener } from './connection-life.ts'
import { listTools } from './list-tools.ts'
import {
  closedFailure,
  noResult,
  type RequestSubject,
  refusalOf,
  startDeadline,
  toRequestFailure,
} from './request-failure.ts'
import { isRequestMethod, type McpRequestMethod, readAnswer } from './requests.ts'
import type { McpProgress, McpServerInfo, McpSession } from './session.ts'

/** Options of a request. */
export interface McpRequestOptions {
  /** Stops waiting and cancels the request at the server. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in whole milliseconds, 1 to 2,147,483,647. Default: the server's own, else 60,000. */
  readonly timeoutMs?: number | undefined
  /** Receives progress, from servers that report it. Does not extend the deadline. */
  readonly onProgress?: ((progress: McpProgress) => void) | undefined
}

/** Options of a call. */
export interface McpCallOptions extends McpRequestOptions {
  /** Sent as `_meta`, such as `traceparent` (W3C Trace Context). Default: none. */
  readonly meta?: JsonObject | undefined
}

/**
 * A server that is connected, as a {@link ToolSource}. It keeps the process alive until it is closed.
 *
 * Rejections of `list`: `MCP_LIST_FAILED`, `MCP_TIMEOUT`, `MCP_CLOSED`. Of `call`: `MCP_CALL_FAILED`,
 * `MCP_TIMEOUT`, `MCP_CLOSED`, each with `details.outcome`; `TOOL_NOT_FOUND` for a tool the configuration keeps
 * out; `INVALID_JSON` for arguments that are no JSON. Of `request` and `ping`: `MCP_REQUEST_FAILED` in place of
 * `MCP_CALL_FAILED`. Nothing is tried a second time.
 */
export interface McpConnection extends ToolSource {
  /** The transport in use; for a URL without a named one, the one that worked. */
  readonly transport: McpTransportName
  /** What the server says about itself. */
  readonly server: McpServerInfo
  /** What the server offers (MCP `ServerCapabilities`), such as `{ tools: {}, resources: { subscribe: true } }`. */
  readonly capabilities: JsonObject
  /** `closed` once `close` was called, the server ended, or the transport failed for good. */
  readonly status: 'connected' | 'closed'
  /** Resolves with the reason when the connection has ended, however it did; never rejects. */
  readonly closed: Promise<McpClosedError>
  readonly call: (tool: string, args: JsonObject, options?: McpCallOptions) => Promise<ToolResult>
  /**
   * Asks what is no tool: resources, prompts, completions, the level of the log. Gives the server's answer, bounded;
   * texts that describe are cleaned, contents are data and untouched.
   *
   * @throws TypeError for any other method.
   */
  readonly request: (
    method: McpRequestMethod,
    params?: JsonObject,
    options?: McpRequestOptions,
  ) => Promise<JsonObject>
  /** Resolves when the server answers, whatever it says. */
  readonly ping: (options?: Pick<McpRequestOptions, 'signal' | 'timeoutMs'>) => Promise<void>
  /**
   * Calls back with the notifications of the server: log messages, resources and lists that changed. A flood
   * of it is thinned out and reported. Gives back the way to stop.
   */
  readonly onNotification: (listener: NotificationListener) => () => void
}

/** The parts of a connection whose handshake is done. */
export interface ConnectionParts {
  readonly config: McpServerConfig
  readonly transportName: McpTransportName
  readonly transport: MessageTransport
  readonly session: McpSession
  readonly life: ConnectionLife
  readonly settings: ConnectSettings
}

interface Operation {
  readonly subject: RequestSubject
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Puts a connection together. */
export function createConnection(parts: ConnectionParts): McpConnection {
  const { config, session, life, settings } = parts
  const server = config.name
  const isAllowed = compileToolPatterns(config.tools)
  // A message was bounded in bytes already; what is left to bound is how deep it goes.
  const { maxFrameBytes } = settings.limits
  const bounds = { ...DEFAULT_RESULT_LIMITS, maxNodes: maxFrameBytes, maxLength: maxFrameBytes }
  let closing: Promise<void> | undefined

  const run = async <T>(operation: Operation, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    operation.signal?.throwIfAborted()
    const closed = life.ended()
    if (closed !== undefined) throw closedFailure(closed, 'notRun')
    const deadline = startDeadline(operation.timeoutMs, operation.signal)
    try {
      return await work(deadline.signal)
    } catch (error) {
      throw toRequestFailure(error, { ...operation, deadline, closed: life.ended() })
    } finally {
      deadline.stop()
    }
  }

  /** One request whose answer `read` makes something of; `undefined` when it is none. */
  const ask = async <T>(
    { subject, method, params }: Question,
    { signal, timeoutMs = settings.timeouts.callMs, onProgress }: McpRequestOptions,
    read: (result: Readonly<Record<string, unknown>>) => T | undefined,
  ): Promise<T> => {
    checkTimeoutMs('timeoutMs', timeoutMs)
    return run({ subject, timeoutMs, signal }, async (inner) => {
      const answer = await session.request(method, params, { signal: inner, onProgress })
      if (!answer.isResult) throw refusalOf(subject, answer)
      const result = read(answer.result)
      if (result === undefined) throw noResult(subject)
      return result
    })
  }

  const request: McpConnection['request'] = async (method, params = {}, options = {}) => {
    if (!isRequestMethod(method)) {
      throw new TypeError(`${quote(method)} is no request of a connection; tools have list and call.`)
    }
    const subject: RequestSubject = { server, kind: 'request', name: method }
    const question = { subject, method, params: copyObject(params, 'Parameters are') }
    return ask(question, options, (result) => readAnswer(method, result, bounds))
  }

  return {
    name: server,
    transport: parts.transportName,
    server: session.server,
    capabilities: session.capabilities,
    get status() {
      return life.ended() === undefined ? 'connected' : 'closed'
    },
    closed: life.closed,
    onChange: life.onChange,
    onNotification: life.onNotification,
    list: ({ signal } = {}) => {
      const timeoutMs = settings.timeouts.listMs
      return run({ subject: { server, kind: 'list', name: '' }, timeoutMs, signal }, (inner) =>
        listTools(session, {
          server,
          signal: inner,
          limits: settings.limits,
          patterns: config.tools,
          reasonToStop: (error) => {
            if (signal?.aborted === true || life.ended() !== undefined) return undefined
            if (inner.aborted) return `Not all pages came within ${timeoutMs} ms.`
            return `A page could not be read: ${messageOf(error)}`
          },
        }),
      )
    },
    call: async (tool, args, options = {}) => {
      if (!isAllowed(tool)) throw new ToolNotFoundError(`${quote(server)} has no tool ${quote(tool)}.`, tool)
      const { meta } = options
      const params = {
        name: tool,
        arguments: copyObject(args, 'Arguments are'),
        ...(meta === undefined ? {} : { _meta: copyObject(meta, '`meta` is') }),
      }
      const subject: RequestSubject = { server, kind: 'call', name: tool }
      return ask({ subject, method: 'tools/call', params }, options, (result) =>
        parseToolResult(result, bounds),
      )
    },
    request,
    ping: async (options) => {
      try {
        await request('ping', {}, options)
      } catch (error) {
        // An answer is an answer, from servers that do not know the question too.
        if (!(error instanceof McpRequestError) || error.details.rpcCode === undefined) throw error
      }
    },
    close: () => {
      closing ??= parts.transport.close(settings.closeGraceMs)
      return closing
    },
  }
}

interface Question {
  readonly subject: RequestSubject
  readonly method: string
  readonly params: JsonObject
}

/** As it is at this moment, whatever its owner does to it while the request is on its way. */
function copyObject(value: unknown, whatIs: string): JsonObject {
  const copy = copyJson(value)
  if (isJsonObject(copy)) return copy
  throw new TypeError(`${whatIs} an object, not ${quote(value)}.`)
}
