import type { McpTransportError } from './errors.ts'
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

/** What a server answered: a result, or an error of the protocol. */
export type RpcAnswer =
  | { readonly isResult: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly isResult: false; readonly rpcCode: number; readonly message: string }

/** What a request may be told. */
export interface RpcOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: McpProgress) => void) | undefined
}

/** A handshake that succeeded, and the requests that follow it. */
export interface McpSession {
  readonly server: McpServerInfo
  /** @throws McpTransportError when there is no answer. An aborted signal rejects with anything. */
  readonly listPage: (cursor: string | undefined, options: RpcOptions) => Promise<RpcAnswer>
  /** As {@link McpSession.listPage}. */
  readonly callTool: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: RpcOptions,
  ) => Promise<RpcAnswer>
}

/** What a session tells while it is open. */
export interface SessionEvents {
  readonly onToolsChanged: () => void
  /** As {@link TransportEvents.onEnd}. */
  readonly onEnd: (failure: McpTransportError | undefined) => void
  readonly onDiagnostic: (kind: McpDiagnostic['kind'], message: string) => void
}
