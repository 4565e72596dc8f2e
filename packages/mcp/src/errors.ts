import { type JsonValue, ToolscoutError } from '@toolscout/model'
import type { McpTransportName } from './config/server-config.ts'

/**
 * What is known about a request that failed: `notRun` when it surely had no effect, such as a refused
 * connection, `unknown` when it may have had one, such as a server that died after it was asked.
 */
export type RequestOutcome = 'notRun' | 'unknown'

/** A place in a configuration. */
export interface ConfigPlace {
  /** The file, or what the caller named the text. */
  readonly source: string
  /** Members on the way, such as `mcpServers.github.env.TOKEN`; empty for the whole file. */
  readonly path: string
  /** The server the place belongs to. */
  readonly server?: string
  /** Line in the text, from 1; absent when the configuration did not come from text. */
  readonly line?: number
  /** Column in the line, from 1, in UTF-16 code units as editors count them. */
  readonly column?: number
}

/** `MCP_CONFIG_INVALID`: a configuration, or one server in it, cannot be read. */
export class McpConfigError extends ToolscoutError<ConfigPlace> {
  constructor(message: string, place: ConfigPlace, cause?: unknown) {
    super('MCP_CONFIG_INVALID', message, { details: place, cause })
  }
}

/** `MCP_VARIABLE_MISSING`: a configuration names an environment variable that is not set and has no default. */
export class McpVariableMissingError extends ToolscoutError<
  ConfigPlace & {
    /** Name of the variable. */
    readonly variable: string
  }
> {
  constructor(message: string, details: ConfigPlace & { readonly variable: string }) {
    super('MCP_VARIABLE_MISSING', message, { details })
  }
}

/** The facts of an {@link McpTransportError}. */
export interface TransportFailure {
  /**
   * `spawn`: the process could not be started. `exit`: it ended. `network`: no connection, or it broke.
   * `http`: the server refused with a status. `frame`: one message was larger than allowed. `protocol`: what
   * came was not MCP.
   */
  readonly reason: 'spawn' | 'exit' | 'network' | 'http' | 'frame' | 'protocol'
  readonly outcome: RequestOutcome
  /** Code of the operating system or of TLS, such as `ECONNREFUSED`. */
  readonly systemCode?: string
  readonly httpStatus?: number
  /** `sessionLost`: the server does not know the session any more. */
  readonly failure?: 'sessionLost'
  /** How long the server asks to be left alone. */
  readonly retryAfterMs?: number
  /** JSON-RPC code of a handshake that was refused. */
  readonly rpcCode?: number
  /** Exit code of the process; absent when a signal ended it. */
  readonly exitCode?: number
  /** Signal that ended the process. */
  readonly signal?: string
  /** The last lines the process wrote to stderr, cleaned and without known secrets. */
  readonly stderr?: string
}

/** `MCP_TRANSPORT_FAILED`: bytes could not be exchanged. Found as the `cause` of the errors below. */
export class McpTransportError extends ToolscoutError<TransportFailure> {
  constructor(message: string, failure: TransportFailure) {
    super('MCP_TRANSPORT_FAILED', message, { details: failure })
  }
}

/** The facts of an {@link McpConnectError}. */
export interface ConnectFailure {
  readonly server: string
  /** What was tried, in order; two entries when Streamable HTTP and then SSE failed. */
  readonly attempts: readonly { readonly transport: McpTransportName; readonly message: string }[]
}

/** `MCP_CONNECT_FAILED`: a server could not be started or reached, or did not agree to speak MCP. */
export class McpConnectError extends ToolscoutError<ConnectFailure> {
  constructor(message: string, failure: ConnectFailure, cause?: unknown) {
    super('MCP_CONNECT_FAILED', message, { details: failure, cause })
  }
}

/** The facts of an {@link McpTimeoutError}. */
export interface TimeoutFailure {
  readonly server: string
  readonly operation: 'connect' | 'list' | 'call' | 'request'
  readonly timeoutMs: number
  /** The tool that was called. */
  readonly tool?: string
  /** The method that was requested. */
  readonly method?: string
  readonly outcome: RequestOutcome
}

/** `MCP_TIMEOUT`: connecting, listing or a call took longer than its deadline. The server received a cancellation. */
export class McpTimeoutError extends ToolscoutError<TimeoutFailure> {
  constructor(message: string, failure: TimeoutFailure, cause?: unknown) {
    super('MCP_TIMEOUT', message, { details: failure, cause })
  }
}

/** What a server said with an error of the protocol; absent when there was no answer. */
export interface RpcRefusal {
  /** JSON-RPC code, such as -32602 for arguments it refused. */
  readonly rpcCode?: number
  /** How long the server asks to be left alone, as far as its answer says so. */
  readonly retryAfterMs?: number
  /** What the server added for programs; foreign, cleaned and bounded. */
  readonly data?: JsonValue
}

/** The facts of an {@link McpListError}. */
export interface ListFailure extends RpcRefusal {
  readonly server: string
}

/** `MCP_LIST_FAILED`: a server could not give even the first page of its tools. */
export class McpListError extends ToolscoutError<ListFailure> {
  constructor(message: string, failure: ListFailure, cause?: unknown) {
    super('MCP_LIST_FAILED', message, { details: failure, cause })
  }
}

/** The facts of an {@link McpCallError}. */
export interface CallFailure extends RpcRefusal {
  readonly server: string
  readonly tool: string
  readonly outcome: RequestOutcome
}

/**
 * `MCP_CALL_FAILED`: a call gave no result: the server answered with a protocol error, or bytes could not be
 * exchanged. A tool that failed by itself is a result with `isError` instead.
 */
export class McpCallError extends ToolscoutError<CallFailure> {
  constructor(message: string, failure: CallFailure, cause?: unknown) {
    super('MCP_CALL_FAILED', message, { details: failure, cause })
  }
}

/** The facts of an {@link McpRequestError}. */
export interface RequestFailure extends RpcRefusal {
  readonly server: string
  /** The method, such as `resources/read`. */
  readonly method: string
  readonly outcome: RequestOutcome
}

/** `MCP_REQUEST_FAILED`: a request that is no call of a tool was refused, or bytes could not be exchanged. */
export class McpRequestError extends ToolscoutError<RequestFailure> {
  constructor(message: string, failure: RequestFailure, cause?: unknown) {
    super('MCP_REQUEST_FAILED', message, { details: failure, cause })
  }
}

/** The facts of an {@link McpAuthError}. */
export interface AuthFailure {
  readonly server: string
  /**
   * `person`: somebody has to grant access, and there was no way to ask. `refused`: the server takes no token we can
   * get. `failed`: getting a token did not work.
   */
  readonly reason: 'person' | 'refused' | 'failed'
  readonly failure: 'unauthorized'
  readonly outcome: 'notRun'
}

/** `MCP_AUTH_REQUIRED`: a server wants an authorization that we do not have and could not get. */
export class McpAuthError extends ToolscoutError<AuthFailure> {
  constructor(message: string, details: Pick<AuthFailure, 'server' | 'reason'>) {
    super('MCP_AUTH_REQUIRED', message, {
      details: { ...details, failure: 'unauthorized', outcome: 'notRun' },
    })
  }
}

/** The facts of an {@link McpClosedError}. */
export interface ClosedFailure {
  readonly server: string
  /** Who ended it: `caller` by `close()`, `server` by exiting or hanging up, or a fault of the `transport`. */
  readonly by: 'caller' | 'server' | 'transport'
  /** Of the request that was rejected with this error; `notRun` in {@link McpConnection.closed}. */
  readonly outcome: RequestOutcome
  /** The same for deciding about another attempt; the cause may belong to another request. */
  readonly failure: 'unsent' | 'ambiguous'
}

/** `MCP_CLOSED`: the connection has ended. A new one is made by connecting again. */
export class McpClosedError extends ToolscoutError<ClosedFailure> {
  constructor(message: string, closed: Omit<ClosedFailure, 'failure'>, cause?: unknown) {
    const failure = closed.outcome === 'notRun' ? 'unsent' : 'ambiguous'
    super('MCP_CLOSED', message, { details: { ...closed, failure }, cause })
  }
}

/**
 * `MCP_CLIENT_REFUSED`: thrown by a handler of a server's requests, to say why there is no answer. Code and message
 * are sent to the server; of any other error it learns nothing.
 */
export class McpClientRefusedError extends ToolscoutError<{
  /** JSON-RPC code for the server; -1 is what MCP uses for a user who said no. */
  readonly rpcCode: number
}> {
  constructor(message: string, rpcCode = -1) {
    super('MCP_CLIENT_REFUSED', message, { details: { rpcCode } })
  }
}
