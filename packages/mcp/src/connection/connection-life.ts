import { quote } from '@toolscout/model/internal'
import { McpClosedError, type McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { createAllowance, createNotificationReader, type McpNotification } from './notifications.ts'
import { endSentence } from './request-failure.ts'
import type { SessionEvents } from './session.ts'

/** Receives the notifications of a server. */
export type NotificationListener = (notification: McpNotification) => void

/** What a connection's life needs. */
export interface ConnectionLifeOptions {
  readonly server: string
  readonly redact: Redactor
  readonly onDiagnostic: (diagnostic: McpDiagnostic) => void
}

/** What happens to a connection from its handshake to its end: all of its state that changes. */
export class ConnectionLife implements SessionEvents {
  /** Resolves with how the connection ended; never rejects. */
  readonly closed: Promise<McpClosedError>
  readonly #options: ConnectionLifeOptions
  readonly #changeListeners = new Set<() => void>()
  readonly #notificationListeners = new Set<NotificationListener>()
  /** A server that breaks with every line it writes is reported a bounded number of times. */
  readonly #takeDiagnostic = createAllowance({ burst: 1_000, perSecond: 10 })
  /** What it logs is no sign of trouble, and hides none. */
  readonly #takeLine = createAllowance({ burst: 10_000, perSecond: 100 })
  readonly #read = createNotificationReader({ onDropped: (why) => this.onDiagnostic('transport', why) })
  #ended: McpClosedError | undefined
  #resolveClosed: (ended: McpClosedError) => void = () => {}

  constructor(options: ConnectionLifeOptions) {
    this.#options = options
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  /** How the connection ended; `undefined` while it is open. */
  get ended(): McpClosedError | undefined {
    return this.#ended
  }

  onChange(listener: () => void): () => void {
    return this.#add(this.#changeListeners, listener, 'change')
  }

  onNotification(listener: NotificationListener): () => void {
    return this.#add(this.#notificationListeners, listener, 'notification')
  }

  onDiagnostic(kind: McpDiagnostic['kind'], message: string): void {
    const taken = kind === 'stderr' ? this.#takeLine() : this.#takeDiagnostic()
    if (taken === 'over') return
    const { server, onDiagnostic } = this.#options
    const shown = taken === 'excess' ? 'It causes more diagnostics than are reported.' : message
    try {
      onDiagnostic(Object.freeze({ server, kind, message: shown }))
    } catch {
      // It is called from the middle of reading a stream, and there is no one else to report to.
    }
  }

  onNotified(method: McpNotification['method'], params: unknown): void {
    if (method === 'notifications/tools/list_changed') {
      for (const listener of [...this.#changeListeners]) listener()
    }
    if (this.#notificationListeners.size === 0) return
    const notification = this.#read(method, params)
    if (notification === undefined) return
    for (const listener of [...this.#notificationListeners]) listener(notification)
  }

  onEnd(failure: McpTransportError | undefined): void {
    this.#ended = closedBy(this.#options.server, failure)
    this.#changeListeners.clear()
    this.#notificationListeners.clear()
    this.#resolveClosed(this.#ended)
  }

  /** One listener's mistake is not the others' loss. A function of its own, so that a listener added twice is removed once. */
  #add<T extends readonly unknown[]>(
    listeners: Set<(...given: T) => void>,
    listener: (...given: T) => void,
    who: string,
  ): () => void {
    const guarded = (...given: T): void => {
      try {
        listener(...given)
      } catch (error) {
        const words = `A ${who} listener threw: ${String(error)}`
        this.onDiagnostic('listener', this.#options.redact(words, 500))
      }
    }
    listeners.add(guarded)
    return () => void listeners.delete(guarded)
  }
}

function closedBy(server: string, failure: McpTransportError | undefined): McpClosedError {
  if (failure === undefined) {
    const message = `The connection to ${quote(server)} was closed.`
    return new McpClosedError(message, { server, by: 'caller', outcome: 'notRun' })
  }
  const { reason } = failure.details
  const by = reason === 'exit' || reason === 'http' ? 'server' : 'transport'
  const message = `The connection to ${quote(server)} has ended: ${endSentence(failure.message)}`
  return new McpClosedError(message, { server, by, outcome: 'notRun' }, failure)
}
