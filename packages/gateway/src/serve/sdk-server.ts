import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type Notification,
  type Request,
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '@toolscout/model'
import {
  cleanText,
  isJsonObject,
  MAX_TIMEOUT_MS,
  onAbort,
  raceSignal,
  truncate,
} from '@toolscout/model/internal'
import type { AnswerRequest, ClientChannel, RequestScope, WireTransport } from './client-channel.ts'
import type { KeptEvents } from './http/kept-events.ts'
import { RequestRefusedError, RPC_CODES, toRpcFailure } from './request-error.ts'

// This file is the only one of the package that knows the SDK. It speaks MCP up to 2025-11-25.

/** What a client gets when a session begins, and the handlers of its requests. */
export interface ChannelOptions {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string }
  /** MCP server capabilities. */
  readonly capabilities: JsonObject
  readonly instructions: string | undefined
  readonly answer: AnswerRequest
  /** Called once when the session has ended, however it did. */
  readonly onEnd: () => void
  /** Receives failures that belong to no request. */
  readonly onFailure: (error: unknown) => void
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Begins a session over our own transport. */
export async function openWireChannel(wire: WireTransport, options: ChannelOptions): Promise<ClientChannel> {
  const transport: Transport = {
    start: async () => {
      wire.start({
        onMessage: (message) => {
          const parsed = JSONRPCMessageSchema.safeParse(message)
          if (parsed.success) transport.onmessage?.(parsed.data)
          else wire.send(malformed(message)).catch(options.onFailure)
        },
        onEnd: () => transport.onclose?.(),
      })
    },
    send: (message) => wire.send(message),
    close: () => wire.close(),
  }
  return (await openChannel(transport, options)).channel
}

/** The sender may wait for an answer (JSON-RPC 2.0, 5: an id that cannot be read is null). */
function malformed(message: object): object {
  const given: unknown = Reflect.get(message, 'id')
  const id = typeof given === 'string' || typeof given === 'number' ? given : null
  const error = { code: RPC_CODES.invalidRequest, message: 'This is not a JSON-RPC message.' }
  return { jsonrpc: '2.0', id, error }
}

/** A session over Streamable HTTP. */
export interface HttpChannel extends ClientChannel {
  /** Answers one HTTP request of this session; `body` is its JSON. */
  readonly handle: (request: globalThis.Request, body: unknown) => Promise<Response>
}

/** Begins a session over Streamable HTTP, to which its first request is then given. */
export async function openHttpChannel(
  options: ChannelOptions & {
    readonly sessionId: string
    readonly events: KeptEvents
    /** How long a client waits before it resumes a stream, in milliseconds. */
    readonly retryMs: number
    /** Pause between comments that keep a silent stream alive, in milliseconds. */
    readonly keepAliveMs: number
  },
): Promise<HttpChannel> {
  const { sessionId, events, retryMs, keepAliveMs } = options
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => sessionId,
    eventStore: toEventStore(events),
    retryInterval: retryMs,
    keepAliveMs,
  })
  const { channel, underWay } = await openChannel(transport as Transport, options)
  let agreed: string | undefined
  return {
    ...channel,
    handle: async (request, body) => {
      // The SDK would give the answer to the first of two requests with one id to the second.
      if (requestIds(body).some((id) => underWay.has(id))) {
        const error = {
          code: RPC_CODES.invalidRequest,
          message: 'A request with this id is already in progress.',
        }
        return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
      }
      agreed ??= agreedVersion(body)
      // Of the versions it could speak, a client speaks the one that was agreed on, whatever a request of it says.
      const said = request.headers.get(VERSION_HEADER)
      if (agreed !== undefined && SUPPORTED_PROTOCOL_VERSIONS.includes(said ?? '')) {
        request.headers.set(VERSION_HEADER, agreed)
      }
      return transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
    },
  }
}

const VERSION_HEADER = 'mcp-protocol-version'

/** The ids of the requests in a body, which may be a batch. */
function requestIds(body: unknown): readonly unknown[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  return messages.flatMap((message) => (isJsonObject(message) && 'method' in message ? [message.id] : []))
}

/** The version a request to initialize leads to. */
function agreedVersion(body: unknown): string | undefined {
  const params = isJsonObject(body) && body.method === 'initialize' ? body.params : undefined
  const wanted = isJsonObject(params) ? params.protocolVersion : undefined
  if (typeof wanted !== 'string') return undefined
  return SUPPORTED_PROTOCOL_VERSIONS.includes(wanted) ? wanted : LATEST_PROTOCOL_VERSION
}

function toEventStore(events: KeptEvents): EventStore {
  return {
    storeEvent: async (streamId, message) => events.keep(streamId, message),
    getStreamIdForEventId: async (eventId) => events.streamOf(eventId),
    replayEventsAfter: async (eventId, { send }) => {
      // A priming event is kept as an empty object and is no message.
      for (const { id, message } of events.after(eventId)) {
        if ('jsonrpc' in message) await send(id, message as JSONRPCMessage)
      }
      return events.streamOf(eventId) ?? ''
    },
  }
}

async function openChannel(
  transport: Transport,
  options: ChannelOptions,
): Promise<{ readonly channel: ClientChannel; readonly underWay: ReadonlySet<unknown> }> {
  const { info, capabilities, instructions, answer, onEnd, onFailure } = options
  const server = new Server(
    { ...info },
    { capabilities, ...(instructions === undefined ? {} : { instructions }) },
  )
  // The SDK would check results and parameters against schemas of its own; whatever a tool says passes here unread.
  server.removeRequestHandler('logging/setLevel')
  const underWay = new Set<unknown>()
  server.onerror = onFailure
  server.onclose = onEnd
  const clientCapabilities = (): JsonObject => (server.getClientCapabilities() ?? {}) as JsonObject
  server.fallbackRequestHandler = async (request, extra) => {
    const params = isJsonObject(request.params) ? request.params : {}
    underWay.add(request.id)
    try {
      return { ...(await answer(request.method, params, toScope(extra, clientCapabilities, onFailure))) }
    } catch (error) {
      return Promise.reject(toRpcFailure(error, extra.signal, onFailure))
    } finally {
      underWay.delete(request.id)
    }
  }
  await server.connect(transport)
  const channel: ClientChannel = {
    notify: (method, params) => {
      if (server.transport === undefined) return
      server
        .notification({ method, ...(params === undefined ? {} : { params }) } as Notification_)
        .catch(onFailure)
    },
    close: () => server.close(),
  }
  return { channel, underWay }
}

type Notification_ = ServerNotification & Notification

function toScope(
  { signal, requestId, _meta, sendNotification, sendRequest }: Extra,
  capabilities: () => JsonObject,
  onFailure: (error: unknown) => void,
): RequestScope {
  return {
    signal,
    requestId,
    progressToken: _meta?.progressToken,
    capabilities,
    notify: (method, params) => {
      // A client that has hung up gets no notification; that is no failure.
      if (!signal.aborted) sendNotification({ method, params } as Notification_).catch(onFailure)
    },
    request: async (method, params, { signal: given }) => {
      // The SDK never takes its listener off a signal, and a call may ask a thousand times.
      const controller = new AbortController()
      const stops = [signal, ...(given === undefined ? [] : [given])].map((other) =>
        onAbort(other, () => controller.abort(other.reason)),
      )
      try {
        const asked = sendRequest({ method, params } as ServerRequest & Request, ResultSchema, {
          signal: controller.signal,
          timeout: MAX_TIMEOUT_MS,
        })
        return (await raceSignal(asked, controller.signal)) as JsonObject
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : toRefusal(error)
      } finally {
        for (const stop of stops) stop()
      }
    },
  }
}

/** What the client answered, when that is an error of the protocol. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof McpError)) return error
  // The SDK puts the code before the client's words.
  const words = error.message.slice(`MCP error ${error.code}: `.length)
  return new RequestRefusedError(error.code, truncate(cleanText(words), 500))
}
