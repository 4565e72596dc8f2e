import type { McpTransportError } from './errors.ts'

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
