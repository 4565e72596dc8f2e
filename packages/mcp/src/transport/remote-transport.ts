import { isJsonObject, nextTurn, systemClock } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import { type Fetch, HttpGate, type HttpGateOptions } from './http-gate.ts'
import {
  answerInPlace,
  guardEvents,
  type MessageTransport,
  type SendOptions,
  type TransportEvents,
  toTransportError,
} from './transport.ts'

/** How much of an odd message of the SDK is shown, in code points. */
const MAX_SHOWN_MESSAGE = 200

/** What we use of an SDK's HTTP transport. */
export interface SdkHttpTransport {
  readonly start: (onMessage: (message: object) => void, onError: (error: Error) => void) => Promise<void>
  readonly send: (message: object, headers?: SendOptions['headers']) => Promise<void>
  readonly setProtocolVersion: (version: string) => void
  /** Tells the server that the session is over, where there are sessions. */
  readonly endSession: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Options of a remote transport. */
export interface RemoteTransportOptions
  extends Pick<HttpGateOptions, 'mode' | 'fetch' | 'maxFrameBytes' | 'redact' | 'clock'> {
  /** Ends what `fetch` may still be doing. */
  readonly stopFetching?: () => void
  readonly createSdkTransport: (
    mode: 'http' | 'sse',
    address: RemoteAddress,
    fetch: Fetch,
  ) => SdkHttpTransport
}

/** The transport to a server at a URL. */
export class RemoteTransport implements MessageTransport {
  readonly #options: RemoteTransportOptions
  readonly #gate: HttpGate
  readonly #sdk: SdkHttpTransport
  readonly #unanswered = new Set<unknown>()
  #events: TransportEvents | undefined
  #streamFailure: McpTransportError | undefined
  #hasEnded = false

  constructor({ url, headers }: RemoteServer, options: RemoteTransportOptions) {
    const address = toRemoteAddress(url, headers)
    this.#options = options
    this.#gate = new HttpGate({
      ...options,
      origin: address.url.origin,
      onOrphan: (id, failure) => {
        if (this.#unanswered.delete(id)) this.#events?.onMessage(answerInPlace(id, failure))
      },
      onLost: (failure) => this.#lose(failure),
      onStreamFailure: (failure) => {
        this.#streamFailure = failure
        this.#report(failure.message)
      },
    })
    this.#sdk = options.createSdkTransport(options.mode, address, this.#gate.fetch)
  }

  async start(events: TransportEvents): Promise<void> {
    this.#events = guardEvents(events, (failure) => this.#lose(failure))
    const onMessage = (message: object): void => {
      // An answer that is not awaited belongs to a request that was given up.
      const isAnswer = 'id' in message && !('method' in message)
      if (!isAnswer || this.#unanswered.delete(message.id)) this.#events?.onMessage(message)
    }
    const onError = (error: Error): void => {
      // Ours reject the request, and an abort is known to its caller; the SDK only repeats them here.
      if (error instanceof McpTransportError || error instanceof McpAuthError) return
      if (error.name !== 'AbortError') this.#report(this.#options.redact(error.message, MAX_SHOWN_MESSAGE))
    }
    await this.#sdk.start(onMessage, onError).catch((error: unknown) => {
      throw this.#streamFailure ?? toTransportError(error, this.#options.redact)
    })
  }

  async send(message: object, { atMostOnce, headers }: SendOptions = {}): Promise<void> {
    const requestId = 'method' in message && 'id' in message ? message.id : undefined
    if (requestId !== undefined) this.#unanswered.add(requestId)
    if (atMostOnce === true) this.#gate.sendOnce(requestId)
    this.abandon(cancelledId(message))
    await this.#sdk.send(message, headers).catch((error: unknown) => {
      this.abandon(requestId)
      throw toTransportError(error, this.#options.redact)
    })
  }

  abandon(requestId: unknown): void {
    this.#unanswered.delete(requestId)
    this.#gate.abandon(requestId)
  }

  setProtocolVersion(version: string): void {
    this.#sdk.setProtocolVersion(version)
  }

  async close(graceMs: number): Promise<void> {
    const wasOpen = !this.#hasEnded
    this.#options.stopFetching?.()
    this.#finish(undefined)
    // A session that its client does not end stays in the server's memory; a server that hangs is not waited for.
    const goodbye = wasOpen ? this.#sdk.endSession().catch(() => {}) : undefined
    const grace = new Promise<void>((resolve) => {
      systemClock.after(graceMs, resolve, { background: true })
    })
    await Promise.race([goodbye, grace])
    await this.#sdk.close().catch(() => {})
  }

  #finish(failure: McpTransportError | undefined): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#events?.onEnd(failure)
  }

  #lose(failure: McpTransportError): void {
    this.#finish(failure)
    // Later, because an event source sets the timer of its next attempt only after it has reported this one.
    void nextTurn().then(() => this.#sdk.close().catch(() => {}))
  }

  #report(message: string): void {
    if (!this.#hasEnded) this.#events?.onDiagnostic('transport', message)
  }
}

function cancelledId(message: object): unknown {
  if (Reflect.get(message, 'method') !== 'notifications/cancelled') return undefined
  const params: unknown = Reflect.get(message, 'params')
  return isJsonObject(params) ? params.requestId : undefined
}

/** A server at a URL. */
interface RemoteServer {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
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
  const authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))}`
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
