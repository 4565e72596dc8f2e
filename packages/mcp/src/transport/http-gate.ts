import type { Clock } from '@toolscout/model'
import { isJsonObject, nextTurn, pause, systemClock } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { isReadOnce, withBodyReadOnce } from './body-read-once.ts'
import { type BodyEnd, createOwnSignal, watchBody } from './body-watch.ts'
import { readFailed } from './failed-response.ts'
import { networkFailure, statusFailure } from './transport.ts'

/** A `fetch` as the platform has it. */
export type Fetch = typeof globalThis.fetch

/**
 * How often a stream of events that broke is asked for again before the server counts as gone. One dropped
 * connection of a proxy is survived, a dead server is noticed within seconds.
 */
export const STREAM_RETRIES = 2
/** How long the last event of a stream that has ended may take to be parsed. */
const PARSE_MS = 100

/** A stream that ends sooner was no use. Servers that bound their streams do so after ten seconds or more. */
const SHORT_MS = 5_000
/** Pauses as between attempts to connect to a server that is lost: half a second, doubling up to half a minute. */
const BASE_MS = 500
const MAX_MS = 30_000

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
}

/**
 * The way of all HTTP of one connection: bodies are bounded, failures typed, and what belongs to no request (an
 * answer that cannot come, a session that is gone) is reported to the connection.
 */
export class HttpGate {
  readonly #options: HttpGateOptions
  readonly #streams: EventStreams
  /** By id of a request that is under way, what lets go of it. */
  readonly #requests = new Map<unknown, () => void>()
  /** Ids of requests that are to leave once and have not left. */
  readonly #once = new Set<unknown>()

  constructor(options: HttpGateOptions) {
    this.#options = options
    this.#streams = new EventStreams(options)
  }

  readonly fetch: Fetch = async (input, init) => {
    const requestId = requestIdOf(init)
    const given = this.#once.delete(requestId) ? withBodyReadOnce(init) : init
    const isAnswered = this.#options.mode === 'http' && requestId !== undefined
    return isAnswered ? this.#ask(requestId, input, given) : this.#sendOnly(input, given)
  }

  /** Has a request that is about to be sent leave once: it follows no redirect, and is not sent again where it was refused. */
  sendOnce(requestId: unknown): void {
    this.#once.add(requestId)
  }

  /** Lets go of a request that is not awaited any more, whose server may never end its answer by itself. */
  abandon(requestId: unknown): void {
    this.#requests.get(requestId)?.()
    this.#requests.delete(requestId)
    this.#once.delete(requestId)
  }

  /** A request whose answer is its own body. With any other status than 200 the answer comes by another way. */
  async #ask(requestId: unknown, ...[input, init]: Parameters<Fetch>): Promise<Response> {
    const { maxFrameBytes, origin, onLost, onOrphan } = this.#options
    const own = createOwnSignal(init?.signal)
    let isAbandoned = false
    const done = (): void => {
      this.#requests.delete(requestId)
      own.release()
    }
    this.#requests.set(requestId, () => {
      isAbandoned = true
      own.abort()
    })
    try {
      const response = await this.#send(input, { ...init, signal: own.signal })
      if (response.status !== 200) {
        done()
        return response
      }
      return watchBody(response, {
        maxBytes: maxFrameBytes,
        // To the SDK a stream that ends without an answer is one to resume.
        lastEvent: () => (isAbandoned ? formatAnswer(requestId) : undefined),
        onLeft: done,
        onEnd: ({ tooLarge, isResumable }) => {
          done()
          if (tooLarge !== undefined) onLost(tooLarge)
          else if (!isResumable) setTimeout(() => onOrphan(requestId, brokenStream(origin)), PARSE_MS)
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
  async #sendOnly(...[input, init]: Parameters<Fetch>): Promise<Response> {
    const own = createOwnSignal(init?.signal)
    const isStream = isStreamRequest(init)
    let isOpen = false
    try {
      if (isStream) await this.#streams.turn(own.signal)
      const response = await this.#send(input, { ...init, signal: own.signal })
      isOpen = isStream && response.ok && response.body !== null
      return isOpen ? this.#streams.open(response, own.release) : response
    } finally {
      if (!isOpen) own.release()
    }
  }

  async #send(...[input, init]: Parameters<Fetch>): Promise<Response> {
    const { fetch, mode, origin, redact, onLost } = this.#options
    const isStream = isStreamRequest(init)
    const fail = (failure: McpTransportError): McpTransportError => {
      if (isStream) this.#streams.refuse(failure)
      return failure
    }
    let response: Response
    try {
      response = await fetch(input, init)
    } catch (error) {
      if (init?.signal?.aborted === true || error instanceof McpAuthError) throw error
      throw fail(networkFailure(error, origin, redact))
    }
    // 405 says that there is no stream to listen to. Redirects are followed by the SDK, which would send a body again.
    const leastFailure = isReadOnce(init) ? 300 : 400
    if (response.status < leastFailure || (isStream && response.status === 405 && mode === 'http'))
      return response
    const isOfSession = belongsToSession(init, mode)
    const { page, answer } = await readFailed(response, init, requestIdOf(init))
    if (answer !== undefined) return answer
    const failure = statusFailure(response, page, { origin, redact, isOfSession })
    // Later, so that this request rejects with its own reason before all others reject with the end.
    if (response.status === 404 && isOfSession) void nextTurn().then(() => onLost(failure))
    throw fail(failure)
  }
}

/**
 * Judges the streams that are opened by GET: when one is lost for good, so is the server. And keeps a server that ends its
 * streams at once from being asked for the next one for ever: the SDK begins its own schedule again with each stream, and
 * follows whatever pause the server asks for. The first stream, and the first after one that was of use, need no pause.
 */
class EventStreams {
  readonly #options: HttpGateOptions
  readonly #clock: Clock
  #openedAt = 0
  #shortOnes = 0
  #hadStream = false
  #refusals = 0

  constructor(options: HttpGateOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** Resolves when a stream may be opened; rejects with the signal's reason. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.#shortOnes < 2) return
    await pause(this.#clock, Math.min(MAX_MS, BASE_MS * 2 ** (this.#shortOnes - 2)), signal)
  }

  /** `release` is called when it has ended. */
  open(response: Response, release: () => void): Response {
    const { maxFrameBytes: maxBytes, mode, origin, onLost } = this.#options
    this.#hadStream = true
    this.#refusals = 0
    this.#openedAt = this.#clock.now()
    const onEnd = ({ tooLarge }: BodyEnd): void => {
      release()
      this.#shortOnes = this.#clock.now() - this.#openedAt < SHORT_MS ? this.#shortOnes + 1 : 0
      if (tooLarge !== undefined) onLost(tooLarge)
      else if (mode === 'sse') onLost(brokenStream(origin))
    }
    return watchBody(response, { maxBytes, onLeft: release, onEnd })
  }

  refuse(failure: McpTransportError): void {
    this.#refusals += 1
    this.#options.onStreamFailure(failure)
    if (this.#hadStream && this.#refusals >= STREAM_RETRIES) this.#options.onLost(failure)
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
