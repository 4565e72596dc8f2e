import {
  checkTimeoutMs,
  copyJson,
  DEFAULT_RESULT_LIMITS,
  isJsonObject,
  type JsonObject,
  messageOf,
  parseToolResult,
  quote,
  ToolNotFoundError,
  type ToolResult,
  type ToolSource,
} from '@toolscout/model'
import type { ConnectSettings } from './connect-options.ts'
import type { ConnectionLife } from './connection-life.ts'
import { startDeadline } from './deadline.ts'
import { McpCallError, type McpClosedError } from './errors.ts'
import { listTools } from './list-tools.ts'
import { callRefusal, closedFailure, toRequestFailure } from './request-failure.ts'
import type { McpServerConfig, McpTransportName } from './server-config.ts'
import type { McpProgress, McpServerInfo, McpSession } from './session.ts'
import { compileToolPatterns } from './tool-patterns.ts'
import type { MessageTransport } from './transport.ts'

/** What a call may be told. */
export interface McpCallOptions {
  /** Stops waiting; the server is told that nobody does any more. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in whole milliseconds, 1 to 2,147,483,647. Default: the server's own, else 60,000. */
  readonly timeoutMs?: number | undefined
  /** Told how far the call has come, by servers that report it. Does not extend the deadline. */
  readonly onProgress?: ((progress: McpProgress) => void) | undefined
}

/**
 * A server that is connected, as a {@link ToolSource}. It keeps the process alive until it is closed.
 *
 * Rejections of `list`: `MCP_LIST_FAILED`, `MCP_TIMEOUT`, `MCP_CLOSED`. Of `call`: `MCP_CALL_FAILED`,
 * `MCP_TIMEOUT`, `MCP_CLOSED`, each with `details.outcome`; `TOOL_NOT_FOUND` for a tool the configuration keeps
 * out; `INVALID_JSON` for arguments that are no JSON. Nothing is tried a second time.
 */
export interface McpConnection extends ToolSource {
  /** The transport in use; for a URL without a named one, the one that worked. */
  readonly transport: McpTransportName
  /** What the server says about itself. */
  readonly server: McpServerInfo
  /** `closed` once `close` was called, the server ended, or the transport failed for good. */
  readonly status: 'connected' | 'closed'
  /** Resolves with the reason when the connection has ended, however it did; never rejects. */
  readonly closed: Promise<McpClosedError>
  readonly call: (tool: string, args: JsonObject, options?: McpCallOptions) => Promise<ToolResult>
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
  readonly tool?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Puts a connection together. */
export function createConnection(parts: ConnectionParts): McpConnection {
  const { config, session, life, settings } = parts
  const server = config.name
  const isAllowed = compileToolPatterns(config.tools)
  let closing: Promise<void> | undefined

  const request = async <T>(operation: Operation, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    operation.signal?.throwIfAborted()
    const closed = life.ended()
    if (closed !== undefined) throw closedFailure(closed, 'notRun')
    const deadline = startDeadline(operation.timeoutMs, operation.signal)
    try {
      return await work(deadline.signal)
    } catch (error) {
      throw toRequestFailure(error, { server, ...operation, deadline, closed: life.ended() })
    } finally {
      deadline.stop()
    }
  }

  return {
    name: server,
    transport: parts.transportName,
    server: session.server,
    get status() {
      return life.ended() === undefined ? 'connected' : 'closed'
    },
    closed: life.closed,
    onChange: life.onChange,
    list: ({ signal } = {}) => {
      const timeoutMs = settings.timeouts.listMs
      return request({ timeoutMs, signal }, (inner) =>
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
    call: async (tool, args, { signal, timeoutMs = settings.timeouts.callMs, onProgress } = {}) => {
      checkTimeoutMs('timeoutMs', timeoutMs)
      if (!isAllowed(tool)) throw new ToolNotFoundError(`${quote(server)} has no tool ${quote(tool)}.`, tool)
      const given = copyJson(args)
      if (!isJsonObject(given)) throw new TypeError(`Arguments are an object, not ${quote(args)}.`)
      return request({ tool, timeoutMs, signal }, async (inner) => {
        const answer = await session.callTool(tool, given, { signal: inner, onProgress })
        if (!answer.isResult) throw callRefusal({ server, tool }, answer)
        // The message was bounded in bytes already; what is left to bound is how deep it goes.
        const { maxFrameBytes } = settings.limits
        const bounds = { ...DEFAULT_RESULT_LIMITS, maxNodes: maxFrameBytes, maxLength: maxFrameBytes }
        const result = parseToolResult(answer.result, bounds)
        if (result !== undefined) return result
        const message = `${quote(server)} answered the call of ${quote(tool)} with something that is no result.`
        throw new McpCallError(message, { server, tool, outcome: 'unknown' })
      })
    },
    close: () => {
      closing ??= parts.transport.close(settings.closeGraceMs)
      return closing
    },
  }
}
