import type { JsonObject } from '@toolscout/model'
import { isJsonObject, onAbort, pause, systemClock } from '@toolscout/model/internal'
import { McpTransportError } from '../errors.ts'
import { type MessageTransport, protocolFailure } from '../transport/transport.ts'
import { Inbox } from './inbox.ts'
import type { SessionEvents } from './session.ts'

/** How long the system may take to tell that a process has died. */
const DYING_MS = 500

/** The member of `_meta` by which a server says to which request to listen a message belongs (MCP 2026-07-28). */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

/** Receives what answers no question of the wire's own. */
export interface WireReader {
  readonly onMessage: (message: object) => void
  readonly onEnd: () => void
}

/** How a message leaves. */
export interface WireSending {
  readonly atMostOnce?: boolean | undefined
  /** Headers of HTTP; other transports have none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How a question is asked. */
export interface WireAsking extends WireSending {
  readonly signal: AbortSignal
  /** The parameters of a report of progress, as they came. */
  readonly onProgress?: ((params: JsonObject) => void) | undefined
  /** The parameters with which a server says that it sends changes, as they came. */
  readonly onAcknowledged?: ((params: JsonObject) => void) | undefined
  /** Sent with a cancellation, where one is a message; without it nothing is sent. */
  readonly cancellation?: JsonObject | undefined
}

interface Asked extends WireAsking {
  readonly resolve: (answer: object) => void
  readonly reject: (error: unknown) => void
}

/** An open transport, before and after an era of the protocol is agreed on. */
export class Wire {
  readonly #transport: MessageTransport
  readonly #events: SessionEvents
  readonly #inbox: Inbox
  readonly #ended = new AbortController()
  readonly #asked = new Map<string, Asked>()
  #count = 0
  #lost: McpTransportError | undefined
  /** Who reads the rest. */
  reader: WireReader | undefined

  constructor(transport: MessageTransport, events: SessionEvents) {
    this.#transport = transport
    this.#events = events
    this.#inbox = new Inbox(events, (message) => this.#deliver(message))
  }

  /** Aborts when nothing more can be sent or received. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Whether each request has an exchange of its own, with headers, which ends with it: HTTP. */
  get hasExchanges(): boolean {
    return this.#transport.abandon !== undefined
  }

  /** @throws McpTransportError when the way to the server cannot be opened. */
  open(): Promise<void> {
    return this.#transport.start({
      onMessage: (message) => this.#inbox.take(message),
      onEnd: (failure) => {
        this.#lost = failure
        this.#ended.abort()
        this.#events.onEnd(failure)
        for (const { reject } of [...this.#asked.values()]) reject(this.#gone())
        this.reader?.onEnd()
      },
      onDiagnostic: (kind, message) => this.#events.onDiagnostic(kind, message),
    })
  }

  /** As {@link MessageTransport.send}. */
  async send(message: object, options: WireSending = {}): Promise<void> {
    this.#inbox.expect(message)
    await this.#transport.send(message, options).catch((error: unknown) => {
      this.#inbox.forget(message)
      throw error
    })
  }

  /**
   * Asks, and resolves with the message that answers, unread. An aborted signal cancels.
   *
   * @throws McpTransportError when there is no answer.
   */
  async ask(method: string, params: JsonObject, options: WireAsking): Promise<object> {
    const { signal, atMostOnce, headers } = options
    signal.throwIfAborted()
    if (this.ended.aborted) throw this.#gone()
    this.#count += 1
    // No number: those are the SDK's.
    const id = `ask-${this.#count}`
    const meta = options.onProgress && { _meta: { ...(params._meta as JsonObject), progressToken: id } }
    const message = { jsonrpc: '2.0', id, method, params: { ...params, ...meta } }
    let stopFollowing = (): void => {}
    try {
      return await new Promise<object>((resolve, reject) => {
        this.#asked.set(id, { ...options, resolve, reject })
        stopFollowing = onAbort(signal, () => reject(signal.reason))
        this.send(message, { atMostOnce, headers }).catch(reject)
      })
    } catch (error) {
      if (signal.aborted) this.#giveUp(message, options.cancellation)
      throw error
    } finally {
      stopFollowing()
      this.#asked.delete(id)
    }
  }

  /** As {@link MessageTransport.isWorking}; a server that is not seen may work. */
  async isWorking(windowMs: number): Promise<boolean> {
    return (await this.#transport.isWorking?.(windowMs)) ?? true
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version)
  }

  /** What ended the transport, if that is what kept a handshake from succeeding. */
  async reasonOfEnd(error: unknown): Promise<McpTransportError | undefined> {
    // A process that dies at once refuses our first words before the system tells that and why it died.
    const isDying = error instanceof McpTransportError && error.details.reason === 'exit'
    if (isDying) await pause(systemClock, DYING_MS, this.ended).catch(() => {})
    return this.#lost
  }

  #gone(): McpTransportError {
    return this.#lost ?? protocolFailure('the connection was closed')
  }

  #giveUp(message: { readonly id: string }, cancellation: JsonObject | undefined): void {
    this.#inbox.forget(message)
    this.#transport.abandon?.(message.id)
    if (this.hasExchanges || cancellation === undefined || this.ended.aborted) return
    const params = { ...cancellation, requestId: message.id }
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    this.#transport.send(notification).catch(() => {})
  }

  #deliver(message: object): void {
    const { id, method, params } = message as Readonly<Record<string, unknown>>
    const asked = typeof id === 'string' && method === undefined ? this.#asked.get(id) : undefined
    if (asked !== undefined) asked.resolve(message)
    else if (id !== undefined || !isJsonObject(params) || !this.#notify(method, params))
      this.reader?.onMessage(message)
  }

  /** Whether a notification was about a question of our own. */
  #notify(method: unknown, params: JsonObject): boolean {
    const { progressToken, requestId, _meta } = params
    const of = (id: unknown): Asked | undefined => (typeof id === 'string' ? this.#asked.get(id) : undefined)
    const asked =
      method === 'notifications/progress'
        ? of(progressToken)
        : of(method === 'notifications/cancelled' ? requestId : isJsonObject(_meta) && _meta[SUBSCRIPTION_ID])
    if (method === 'notifications/progress') asked?.onProgress?.(params)
    else if (method === 'notifications/cancelled')
      asked?.reject(protocolFailure('the server has cancelled the request'))
    else asked?.onAcknowledged?.(params)
    return asked !== undefined
  }
}
