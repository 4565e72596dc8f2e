import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  Client,
  type ClientOptions,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolError,
  type RequestOptions,
  SSEClientTransport,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import { MAX_TIMEOUT_MS, nextTurn, nodeModule, onAbort, systemClock } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { type Fetch, STREAM_RETRIES } from '../transport/http-gate.ts'
import type { RemoteAddress, SdkHttpTransport } from '../transport/remote-transport.ts'
import { answerInPlace, protocolFailure, toTransportError } from '../transport/transport.ts'
import { CLIENT_INFO, type ClientService } from './client-service.ts'
import { readRefusal } from './requests.ts'
import {
  type McpSession,
  type RpcAnswer,
  type SessionEvents,
  type SessionOptions,
  toCapabilities,
  toProgress,
  toServerInfo,
} from './session.ts'
import { LastingProgress, SessionTasks } from './session-tasks.ts'
import type { Wire } from './wire.ts'

// This file and those of `oauth` are the only ones that know the SDK. It speaks MCP up to 2025-11-25.

/**
 * Greets a server, and keeps a session with it. Announces what the client service can do, which may be nothing.
 *
 * @throws McpTransportError when no agreement is reached; the transport is then still to be closed.
 */
export async function openSdkSession(wire: Wire, options: SessionOptions): Promise<McpSession> {
  const { redact, events } = options
  const client = new Client(CLIENT_INFO, {
    capabilities: { ...options.client.capabilities },
    jsonSchemaValidator: ACCEPT_ALL,
  })
  // The SDK does not tell in which stream a message came, but reads the stream of a request in that request's context.
  const hooks = wire.hasExchanges ? nodeModule('node:async_hooks') : undefined
  const asking = hooks && new hooks.AsyncLocalStorage<ClientService>()
  // The SDK would check by schemas of its own that fall behind the protocol; ping is the only request it answers.
  client.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    // A cancellation that came with the request is read first.
    await nextTurn()
    const answer = await (asking?.getStore() ?? options.client).answer(method, params, mcpReq.signal)
    // The SDK sends the code and the message of whatever is thrown, and puts words of its own before those of its class.
    return 'result' in answer ? { ...answer.result } : Promise.reject(answer.error)
  }
  client.onerror = (error) => {
    // Ours reject the request; the SDK only repeats them here.
    if (error instanceof McpTransportError || error instanceof McpAuthError) return
    events.onDiagnostic('transport', redact(error.message, 200))
  }
  const progress = new LastingProgress()
  const bridge = new Bridge(wire, progress)
  try {
    await client.connect(bridge, { timeout: MAX_TIMEOUT_MS })
  } catch (error) {
    throw toHandshakeFailure(error, redact)
  }
  if (options.pingMs !== undefined) keepAlive(wire, events, () => client.ping(), options.pingMs)
  const capabilities = toCapabilities(client.getServerCapabilities())
  const { request, followTask } = new SessionTasks({
    ask: requester(client, { asking, redact }),
    capabilities,
    progress,
    redact,
    clock: options.clock ?? systemClock,
    ended: wire.ended,
  })
  return {
    server: toServerInfo(
      { ...client.getServerVersion(), instructions: client.getInstructions() },
      bridge.protocolVersion,
    ),
    capabilities,
    request,
    followTask,
  }
}

/** Makes requests; `asking` is absent where one stream carries the answers to all of them, and where there is no Node. */
function requester(
  client: Client,
  {
    asking,
    redact,
  }: { readonly asking: AsyncLocalStorage<ClientService> | undefined; readonly redact: Redactor },
): McpSession['request'] {
  return async (method, params, { signal, onProgress, atMostOnce, client: own }) => {
    // The SDK never takes its listener off a signal, and a listing uses one signal for a thousand pages.
    const controller = new AbortController()
    const stopFollowing = onAbort(signal, () => controller.abort(signal.reason))
    // The deadline is the caller's; the SDK's own must not come before it.
    const sdkOptions: RequestOptions = { signal: controller.signal, timeout: MAX_TIMEOUT_MS }
    if (atMostOnce === true) sdkOptions.headers = { [AT_MOST_ONCE]: '' }
    if (onProgress !== undefined) sdkOptions.onprogress = (given) => onProgress(toProgress(given, redact))
    // The SDK writes its own token into the object it is given.
    const message = { method, params: { ...params } }
    const ask = (): Promise<Record<string, unknown>> => client.request(message, ANY_RESULT, sdkOptions)
    try {
      const result = await (own === undefined || asking === undefined ? ask() : asking.run(own, ask))
      return { isResult: true, result }
    } catch (error) {
      return toRpcError(error, redact)
    } finally {
      stopFollowing()
    }
  }
}

/** A mark among the headers of a request, which the SDK hands on to its transport; the bridge lets none of them through. */
const AT_MOST_ONCE = 'at-most-once'

/** Output schemas are checked above, by dialect; here one unreadable schema would hide a whole server. */
const ACCEPT_ALL: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

/** Results are read above, each by its own method; the SDK's schemas fall behind the protocol. */
const ANY_RESULT: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'toolscout',
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
}

/** The wire as the SDK wants it, with what the SDK is not to see sorted out. */
class Bridge implements Transport {
  onclose: Transport['onclose']
  onmessage: Transport['onmessage']
  protocolVersion = ''
  readonly #wire: Wire
  readonly #progress: LastingProgress

  constructor(wire: Wire, progress: LastingProgress) {
    this.#wire = wire
    this.#progress = progress
  }

  /** The wire is open already. */
  async start(): Promise<void> {
    this.#wire.reader = {
      onMessage: (given) => {
        if (this.#progress.take(given)) return
        const message = readable(given)
        // The SDK reads a notification a moment later, and an answer at once: progress that came before it would be lost.
        if ('method' in message) this.onmessage?.(message)
        else queueMicrotask(() => this.onmessage?.(message))
      },
      onEnd: () => queueMicrotask(() => this.onclose?.()),
    }
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#wire.send(message, { atMostOnce: options?.headers?.[AT_MOST_ONCE] !== undefined })
  }

  /** The SDK closes after a handshake that failed; here the opener of the transport closes it. */
  async close(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
    this.#wire.setProtocolVersion(version)
  }
}

/** Calls `ping` every `pingMs` until the wire has ended. Keeps no process alive. */
function keepAlive(
  { ended }: Wire,
  events: SessionEvents,
  ping: () => Promise<unknown>,
  pingMs: number,
): void {
  const report = (error: unknown): void =>
    events.onDiagnostic('transport', `ping: ${error instanceof Error ? error.name : 'failed'}`)
  const timer = setInterval(() => void ping().catch(report), pingMs)
  if (typeof timer === 'object') timer.unref()
  onAbort(ended, () => clearInterval(timer))
}

/** The SDK drops an answer it cannot read, and the request would wait for its deadline. */
function readable(message: object): JSONRPCMessage {
  const isAnswer = 'id' in message && !('method' in message)
  if (!isAnswer || isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message))
    return message as JSONRPCMessage
  const failure = protocolFailure('the server gave an answer that is no JSON-RPC')
  return answerInPlace(message.id, failure) as JSONRPCMessage
}

/** A refusal of the protocol as a value; anything else that keeps an answer away is thrown, typed. */
function toRpcError(error: unknown, redact: Redactor): RpcAnswer {
  if (!(error instanceof ProtocolError)) throw toTransportError(error, redact)
  if (error.data instanceof McpTransportError) throw error.data
  return { isResult: false, message: redact(error.message), refusal: readRefusal(error, redact) }
}

function toHandshakeFailure(error: unknown, redact: Redactor): McpTransportError | McpAuthError {
  if (!(error instanceof ProtocolError)) return toTransportError(error, redact)
  if (error.data instanceof McpTransportError) return error.data
  return protocolFailure(`the server refused the handshake: ${redact(error.message)}`, {
    rpcCode: error.code,
  })
}

/** The SDK's transport to a URL; `mode` `sse` is the one of MCP 2024-11-05. */
export function createSdkHttpTransport(
  mode: 'http' | 'sse',
  { url, headers }: RemoteAddress,
  fetch: Fetch,
): SdkHttpTransport {
  const options = { fetch, requestInit: { headers: { ...headers } } }
  const sdk: Transport =
    mode === 'sse'
      ? new SSEClientTransport(url, options)
      : new StreamableHTTPClientTransport(url, { ...options, reconnectionOptions: RECONNECTION })
  return {
    start: (onMessage, onError) => {
      Object.assign(sdk, { onmessage: onMessage, onerror: onError })
      return sdk.start()
    },
    send: (message, headers) => sdk.send(message as JSONRPCMessage, headers === undefined ? {} : { headers }),
    setProtocolVersion: (version) => sdk.setProtocolVersion?.(version),
    endSession: async () => {
      if (sdk instanceof StreamableHTTPClientTransport) await sdk.terminateSession()
    },
    close: () => sdk.close(),
  }
}

/** 1 s, then 1.5 s: the SDK's own schedule, stated because {@link STREAM_RETRIES} counts on it. */
const RECONNECTION = {
  initialReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 30_000,
  maxRetries: STREAM_RETRIES,
}
