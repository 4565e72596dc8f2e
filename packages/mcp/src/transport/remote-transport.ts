import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { createHttpGate, type Fetch } from './http-gate.ts'
import {
  answerInPlace,
  guardEvents,
  type MessageTransport,
  type TransportEvents,
  toTransportError,
} from './transport.ts'

/** How much of an odd message of the SDK is shown, in code points. */
const MAX_SHOWN_MESSAGE = 200

/** What we use of an SDK's HTTP transport. */
export interface SdkHttpTransport {
  readonly start: (onMessage: (message: object) => void, onError: (error: Error) => void) => Promise<void>
  readonly send: (message: object) => Promise<void>
  readonly setProtocolVersion: (version: string) => void
  /** Tells the server that the session is over, where there are sessions. */
  readonly endSession: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Options of a remote transport. */
export interface RemoteTransportOptions {
  /** Streamable HTTP, or HTTP+SSE of MCP 2024-11-05. */
  readonly mode: 'http' | 'sse'
  readonly fetch: Fetch
  /** Ends what `fetch` may still be doing. */
  readonly stopFetching?: () => void
  /** Largest answer, or event of a stream, the server may send, in bytes. */
  readonly maxFrameBytes: number
  readonly redact: Redactor
  readonly createSdkTransport: (
    mode: 'http' | 'sse',
    address: RemoteAddress,
    fetch: Fetch,
  ) => SdkHttpTransport
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1, for pauses. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** Creates the transport to a server at a URL. */
export function createRemoteTransport(
  config: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  {
    mode,
    fetch,
    stopFetching,
    maxFrameBytes,
    redact,
    createSdkTransport,
    clock,
    random,
  }: RemoteTransportOptions,
): MessageTransport {
  const address = toRemoteAddress(config.url, config.headers)
  const unanswered = new Set<unknown>()
  let events: TransportEvents | undefined
  let streamFailure: McpTransportError | undefined
  let hasEnded = false
  const finish = (failure: McpTransportError | undefined): void => {
    if (hasEnded) return
    hasEnded = true
    events?.onEnd(failure)
  }
  const report = (message: string): void => {
    if (!hasEnded) events?.onDiagnostic('transport', message)
  }
  const lose = (failure: McpTransportError): void => {
    finish(failure)
    // Later, because an event source sets the timer of its next attempt only after it has reported this one.
    setImmediate(() => void sdk.close().catch(() => {}))
  }
  const gate = createHttpGate({
    fetch,
    maxFrameBytes,
    redact,
    origin: address.url.origin,
    mode,
    clock,
    random,
    onOrphan: (id, failure) => {
      if (!unanswered.delete(id)) return
      events?.onMessage(answerInPlace(id, failure))
    },
    onLost: (failure) => lose(failure),
    onStreamFailure: (failure) => {
      streamFailure = failure
      report(failure.message)
    },
  })
  const sdk = createSdkTransport(mode, address, gate.fetch)
  const onMessage = (message: object): void => {
    // An answer that is not awaited belongs to a request that was given up.
    const isAnswer = 'id' in message && !('method' in message)
    if (!isAnswer || unanswered.delete(message.id)) events?.onMessage(message)
  }
  const forget = (requestId: unknown): void => {
    unanswered.delete(requestId)
    gate.abandon(requestId)
  }
  const onError = (error: Error): void => {
    // Ours reject the request, and an abort is known to its caller; the SDK only repeats them here.
    if (error instanceof McpTransportError || error instanceof McpAuthError) return
    if (error.name === 'AbortError') return
    report(redact(error.message, MAX_SHOWN_MESSAGE))
  }
  return {
    start: async (given) => {
      events = guardEvents(given, lose)
      await sdk.start(onMessage, onError).catch((error: unknown) => {
        throw streamFailure ?? toTransportError(error, redact)
      })
    },
    send: async (message) => {
      const requestId = 'method' in message && 'id' in message ? message.id : undefined
      if (requestId !== undefined) unanswered.add(requestId)
      forget(cancelledId(message))
      await sdk.send(message).catch((error: unknown) => {
        forget(requestId)
        throw toTransportError(error, redact)
      })
    },
    setProtocolVersion: sdk.setProtocolVersion,
    close: async (graceMs) => {
      const wasOpen = !hasEnded
      stopFetching?.()
      finish(undefined)
      // A session that its client does not end stays in the server's memory; a server that hangs is not waited for.
      const goodbye = wasOpen ? sdk.endSession().catch(() => {}) : undefined
      await Promise.race([goodbye, delay(graceMs, undefined, { ref: false })])
      await sdk.close().catch(() => {})
    },
  }
}

function cancelledId(message: object): unknown {
  if (Reflect.get(message, 'method') !== 'notifications/cancelled') return undefined
  const params: unknown = Reflect.get(message, 'params')
  return isJsonObject(params) ? params.requestId : undefined
}

/** Where requests go and what they carry. */
export interface RemoteAddress {
  /** Without credentials, which `fetch` refuses in a URL. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Makes an address of a URL and headers. Credentials in the URL become an `Authorization` header (RFC 7617)
 * unless there is one already.
 */
export function toRemoteAddress(text: string, headers: Readonly<Record<string, string>> = {}): RemoteAddress {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (hasHeader || (username === '' && password === '')) return { url, headers: { ...headers } }
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
  const authorization = `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`
  return { url, headers: { ...headers, Authorization: authorization } }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign means itself.
    return text
  }
}
