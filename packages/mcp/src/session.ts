import type { JsonObject } from '@toolscout/model'
import type { McpTransportError, RpcRefusal } from './errors.ts'
import type { NotificationMethod } from './notifications.ts'
import type { McpDiagnostic } from './transport.ts'

/** What a server says about itself. Foreign text: cleaned and cut, not to be trusted. */
export interface McpServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
  /** How the server wants to be used, for a model to read. */
  readonly instructions?: string
  /** The protocol version that was agreed on, such as `2025-11-25`. */
  readonly protocolVersion: string
}

/** How far a call has come, as the server tells it. */
export interface McpProgress {
  /** Grows with every report. */
  readonly progress: number
  /** What `progress` will be in the end. */
  readonly total?: number
  readonly message?: string
}

/** An error of the protocol that a server answered with. */
export interface RpcRefused {
  readonly isResult: false
  /** Cleaned, cut, and without known secrets. */
  readonly message: string
  readonly refusal: RpcRefusal & { readonly rpcCode: number }
}

/** What a server answered: a result, or an error of the protocol. */
export type RpcAnswer =
  | { readonly isResult: true; readonly result: Readonly<Record<string, unknown>> }
  | RpcRefused

/** What a request may be told. */
export interface RpcOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: McpProgress) => void) | undefined
}

/** A handshake that succeeded, and the requests that follow it. */
export interface McpSession {
  readonly server: McpServerInfo
  /** What the server offers, cleaned and bounded. */
  readonly capabilities: JsonObject
  /** @throws McpTransportError when there is no answer. An aborted signal rejects with anything. */
  readonly request: (method: string, params: JsonObject, options: RpcOptions) => Promise<RpcAnswer>
}

/** What a session tells while it is open. */
export interface SessionEvents {
  /** `params` as they came. */
  readonly onNotification: (method: NotificationMethod, params: unknown) => void
  /** As {@link TransportEvents.onEnd}. */
  readonly onEnd: (failure: McpTransportError | undefined) => void
  readonly onDiagnostic: (kind: McpDiagnostic['kind'], message: string) => void
}
