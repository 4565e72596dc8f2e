import type { McpTransportError } from './errors.ts'
import { protocolFailure } from './transport-failure.ts'

/** Something worth knowing that happened outside of any request. */
export interface McpDiagnostic {
  readonly server: string
  /**
   * `output`: a line on stdout that is no JSON-RPC message. `transport`: a stream that broke or a message nobody
   * waits for. `listener`: a change listener threw.
   */
  readonly kind: 'output' | 'transport' | 'listener'
  /** Cleaned, cut, and without known secrets. */
  readonly message: string
}

/** What a transport tells while it is open. */
export interface TransportEvents {
  /** One JSON-RPC message, unread. */
  readonly onMessage: (message: object) => void
  /** Nothing more can be sent or received; called once. `undefined` when `close` was the reason. */
  readonly onEnd: (failure: McpTransportError | undefined) => void
  readonly onDiagnostic: (kind: McpDiagnostic['kind'], message: string) => void
}

/** Carries JSON-RPC messages to one server and back. */
export interface MessageTransport {
  /** Opens the way to the server. Called once. @throws McpTransportError when that fails. */
  readonly start: (events: TransportEvents) => Promise<void>
  /** Resolves when the message has left. @throws McpTransportError whose `outcome` says what became of it. */
  readonly send: (message: object) => Promise<void>
  /**
   * Ends everything the transport started; what resists gets `graceMs` at each step. May be called at any time
   * and more than once, the shortest grace counts. Never rejects.
   */
  readonly close: (graceMs: number) => Promise<void>
  /** What the other side said outside of the protocol, such as `it wrote to stderr: …`; empty when nothing. */
  readonly lastWords?: () => string
  /** The protocol version that was agreed on, for transports that repeat it with every request. */
  readonly setProtocolVersion?: (version: string) => void
}

/**
 * Wraps the events of a transport so that nothing they throw reaches the socket or stream that feeds it, where it would
 * end the process. A message that cannot be handled is reported, and `fail` is to end the connection.
 */
export function guardEvents(
  events: TransportEvents,
  fail: (failure: McpTransportError) => void,
): TransportEvents {
  const attempt = (work: () => void): unknown => {
    try {
      work()
      return undefined
    } catch (error) {
      return error ?? 'unknown'
    }
  }
  const onDiagnostic: TransportEvents['onDiagnostic'] = (kind, message) =>
    void attempt(() => events.onDiagnostic(kind, message))
  return {
    onMessage: (message) => {
      const error = attempt(() => events.onMessage(message))
      if (error === undefined) return
      const failure = protocolFailure(`a message of the server could not be handled (${nameOf(error)})`)
      onDiagnostic('transport', failure.message)
      fail(failure)
    },
    onEnd: (failure) => {
      const error = attempt(() => events.onEnd(failure))
      if (error !== undefined) onDiagnostic('transport', `the end could not be handled (${nameOf(error)})`)
    },
    onDiagnostic,
  }
}

/** The name alone: the message may repeat what the server sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
