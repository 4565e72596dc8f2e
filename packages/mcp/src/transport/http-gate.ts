import type { Clock } from '@toolscout/model'
import { isJsonObject, systemClock } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { type BodyEnd, createOwnSignal, createStreamPauses, watchBody } from './body-watch.ts'
import { frameFailure, networkFailure, statusFailure } from './transport.ts'

/** A `fetch` as the platform has it. */
export type Fetch = typeof globalThis.fetch

/**
 * How often a stream of events that broke is asked for again before the server counts as gone. One dropped
 * connection of a proxy is survived, a dead server is noticed within seconds.
 */
export const STREAM_RETRIES = 2
/** How much of an error page is read. */
const MAX_PAGE_BYTES = 4_096
/** How long the last event of a stream that has ended may take to be parsed. */
const PARSE_MS = 100

/** Options of a gate. */
export interface HttpGateOptions {
  readonly fetch: Fetch
  readonly maxFrameBytes: number
  readonly redact: Redactor
  /** What the server may be called in messages. */
  readonly origin: string
  /** `http`: every POST is answered in its own body. `sse`: one GET stream carries all answers. */
  readonly mode: 'http' | 'sse'
  /** The answer to a request cannot come any more. Also called for requests that were answered. */
  readonly onOrphan: (requestId: unknown, failure: McpTransportError) => void
  /** The server cannot be talked to any more. */
  readonly onLost: (failure: McpTransportError) => void
  /** A stream of events could not be opened, which is no fault by itself. */
  readonly onStreamFailure: (failure: McpTransportError) => void
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1, for pauses. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** The way of all HTTP of one connection. */
export interface HttpGate {
  readonly fetch: Fetch
  /** Lets go of a request that is not awaited any more, whose server may never end its answer by itself. */
  readonly abandon: (requestId: unknown) => void
}

/**
 * Creates the gate of one connection: bodies are bounded, failures typed, and what belongs to no request (an
 * answer that cannot come, a session that is gone) is reported to the connection.
 */
export function createHttpGate(options: HttpGateOptions): HttpGate {
  const { origin, redact, mode, maxFrameBytes } = options
  const streams = watchStreams(options)
  /** Lets go of a request that is under way. */
  const requests = new Map<unknown, () => void>()

  const send: Fetch = async (input, init) => {
    const isStream = isStreamRequest(init)
    const fail = (failure: McpTransportError): McpTransportError => {
      if (isStream) streams.onRefused(failure)
      return failure
    }
    let response: Response
    try {
      response = await options.fetch(input, init)
    } catch (error) {
      if (init?.signal?.aborted === true || error instanceof McpAuthError) throw error
      throw fail(networkFailure(error, origin, redact))
    }
    // 405 says that there is no stream to listen to. Redirects are judged by the SDK.
    if (response.status < 400 || (isStream && response.status === 405 && mode === 'http')) return response
    const isOfSession = belongsToSession(init, mode)
    const page = await readHead(response)
    const failure = statusFailure(response.status, page, {
      headers: response.headers,
      origin,
      redact,
      isOfSession,
    })
    // Later, so that this request rejects with its own reason before all others reject with the end.
    if (response.status === 404 && isOfSession) setImmediate(() => options.onLost(failure))
    throw fail(failure)
  }

  /** A request whose answer is its own body. With any other status than 200 the answer comes by another way. */
  const ask = async (requestId: unknown, ...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const own = createOwnSignal(init?.signal)
    let isAbandoned = false
    const done = (): void => {
      requests.delete(requestId)
      own.release()
    }
    requests.set(requestId, () => {
      isAbandoned = true
      own.abort()
    })
    try {
      const response = await send(input, { ...init, signal: own.signal })
      if (response.status !== 200) {
        done()
        return response
      }
      return watchBody(response, {
        maxBytes: maxFrameBytes,
        // To the SDK a stream that ends without an answer is one to resume.
        lastEvent: () => (isAbandoned ? formatAnswer(requestId) : undefined),
        onLeft: done,
        onEnd: ({ isTooLarge, isResumable }) => {
          done()
          if (isTooLarge) options.onLost(frameFailure(maxFrameBytes))
          else if (!isResumable) setTimeout(() => options.onOrphan(requestId, brokenStream(origin)), PARSE_MS)
        },
      })
    } catch (error) {
      own.release()
      // "Accepted" is the answer the SDK expects nothing behind.
      if (isAbandoned) return new Response(null, { status: 202 })
      throw error
    }
  }

  /** A stream of events, or a message without an answer. */
  const sendOnly: Fetch = async (input, init) => {
    const own = createOwnSignal(init?.signal)
    const isStream = isStreamRequest(init)
    let isOpen = false
    try {
      if (isStream) await streams.turn(own.signal)
      const response = await send(input, { ...init, signal: own.signal })
      isOpen = isStream && response.ok && response.body !== null
      return isOpen ? streams.onOpened(response, own.release) : response
    } finally {
      if (!isOpen) own.release()
    }
  }

  return {
    fetch: async (input, init) => {
      const requestId = mode === 'http' ? requestIdOf(init) : undefined
      if (requestId !== undefined) return ask(requestId, input, init)
      return sendOnly(input, init)
    },
    abandon: (requestId) => {
      requests.get(requestId)?.()
      requests.delete(requestId)
    },
  }
}

interface StreamWatch {
  /** Resolves when a stream may be opened. */
  readonly turn: (signal: AbortSignal) => Promise<void>
  /** `release` is called when it has ended. */
  readonly onOpened: (response: Response, release: () => void) => Response
  readonly onRefused: (failure: McpTransportError) => void
}

/** Judges the streams that are opened by GET: when one is lost for good, so is the server. */
function watchStreams(options: HttpGateOptions): StreamWatch {
  const { clock = systemClock, random = Math.random } = options
  const pauses = createStreamPauses(clock, random)
  let hadStream = false
  let refusals = 0
  const onEnd = ({ isTooLarge }: BodyEnd): void => {
    pauses.ended()
    if (isTooLarge) options.onLost(frameFailure(options.maxFrameBytes))
    else if (options.mode === 'sse') options.onLost(brokenStream(options.origin))
  }
  return {
    turn: pauses.wait,
    onOpened: (response, release) => {
      hadStream = true
      refusals = 0
      pauses.opened()
      const end = (body: BodyEnd): void => {
        release()
        onEnd(body)
      }
      return watchBody(response, { maxBytes: options.maxFrameBytes, onLeft: release, onEnd: end })
    },
    onRefused: (failure) => {
      refusals += 1
      options.onStreamFailure(failure)
      if (hadStream && refusals >= STREAM_RETRIES) options.onLost(failure)
    },
  }
}

function brokenStream(origin: string): McpTransportError {
  const message = `${origin} hung up without an answer`
  return new McpTransportError(message, { reason: 'network', outcome: 'unknown' })
}

function isStreamRequest(init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET'
}

/** Whether a request was part of a session: by its header, or, in the older transport, by its URL. */
function belongsToSession(init: RequestInit | undefined, mode: HttpGateOptions['mode']): boolean {
  // A server that keeps no stream may answer 404 to a GET though its session is fine.
  if (init?.method !== 'POST') return false
  return mode === 'sse' || new Headers(init.headers).has('mcp-session-id')
}

function formatAnswer(requestId: unknown): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id: requestId, result: {} })}\n\n`
}

/** The id of the request in a body; `undefined` for a notification or an answer. */
function requestIdOf(init: RequestInit | undefined): unknown {
  const message: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  return isJsonObject(message) && 'method' in message ? message.id : undefined
}

async function readHead(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (let bytes = 0; reader !== undefined && bytes < MAX_PAGE_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      bytes += value.length
    }
    await reader?.cancel()
  } catch {
    // The status is the news; a page that breaks off is shown as far as it came.
  }
  return Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES).toString('utf8')
}
