import { parseRetryAfter } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError, type RequestOutcome, type TransportFailure } from '../errors.ts'
import type { Redactor } from '../redactor.ts'

/** Something worth knowing that happened outside of any request. */
export interface McpDiagnostic {
  readonly server: string
  /**
   * `stderr`: a line on stderr. `output`: a line on stdout that is no JSON-RPC message. `transport`: a stream that broke or a message that
   * is not awaited. `listener`: a change listener threw.
   */
  readonly kind: 'stderr' | 'output' | 'transport' | 'listener'
  /** Cleaned, cut, and without known secrets. */
  readonly message: string
}

/** What a transport reports while it is open. */
export interface TransportEvents {
  /** One JSON-RPC message, unread. */
  readonly onMessage: (message: object) => void
  /** Nothing more can be sent or received; called once. `undefined` when `close` was the reason. */
  readonly onEnd: (failure: McpTransportError | undefined) => void
  readonly onDiagnostic: (kind: McpDiagnostic['kind'], message: string) => void
}

/** How a message leaves. */
export interface SendOptions {
  readonly atMostOnce?: boolean | undefined
  /** Headers of its own, for transports that have some. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Carries JSON-RPC messages to one server and back. */
export interface MessageTransport {
  /** Opens the way to the server. Called once. @throws McpTransportError when that fails. */
  readonly start: (events: TransportEvents) => Promise<void>
  /**
   * Resolves when the message has left. One that is to leave once is sent again neither for a redirect nor for a refusal.
   *
   * @throws McpTransportError whose `outcome` says what became of it.
   */
  readonly send: (message: object, options?: SendOptions) => Promise<void>
  /** Ends the exchange of a request that is not awaited any more; for transports where each request has one. */
  readonly abandon?: (requestId: unknown) => void
  /**
   * Ends everything the transport started; what resists gets `graceMs` at each step. May be called at any time
   * and more than once, the shortest grace counts. Never rejects.
   */
  readonly close: (graceMs: number) => Promise<void>
  /** Whether a server that does not speak yet works on something; it is watched for `windowMs`. */
  readonly isWorking?: (windowMs?: number) => Promise<boolean>
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

/** Failures of a network that happen before a byte of the request has left. */
// biome-ignore format: one list
const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const REDIRECTED = 'write the address it redirects to into the "url"'
const ADVICE: Readonly<Record<number, string>> = Object.freeze({
  307: REDIRECTED,
  308: REDIRECTED,
  401: 'check the credentials in "headers"',
  403: 'check the credentials in "headers"',
  404: 'check the path of the "url"',
})

/** JSON-RPC code of a request whose connection was lost, as the MCP SDKs use it. */
const CONNECTION_CLOSED = -32_000

/** Most of an error page that is shown, in code points. */
const MAX_SHOWN_PAGE = 500

/** A message exceeded a limit, such as `32768 names of members`. Whatever was asked may have been done. */
export function frameFailure(limit: string): McpTransportError {
  const message = `the server sent a message of more than ${limit}, which is not read`
  return new McpTransportError(message, { reason: 'frame', outcome: 'unknown' })
}

/**
 * A request that found no way or lost it. The platform's error is read, not kept: its own causes may repeat the
 * URL.
 */
export function networkFailure(error: unknown, origin: string, redact: Redactor): McpTransportError {
  const systemCode = systemCodeOf(error)
  const unsent = systemCode !== undefined && UNSENT_CODES.has(systemCode)
  const detail = systemCode ?? redact(error instanceof Error ? error.message : String(error), 200)
  const message = unsent
    ? `${origin} cannot be reached (${detail})`
    : `the connection to ${origin} broke (${detail})`
  return new McpTransportError(message, {
    reason: 'network',
    outcome: unsent ? 'notRun' : 'unknown',
    ...(systemCode === undefined ? {} : { systemCode }),
  })
}

/** What a failure by status is made from. */
export interface StatusOptions {
  readonly origin: string
  readonly redact: Redactor
  /** Whether the request belonged to a session, which a 404 then says is gone. */
  readonly isOfSession: boolean
}

/** A request that was answered with a status other than success; `page` is the start of the answer's body. */
export function statusFailure(
  { status, headers }: Response,
  page: string,
  { origin, redact, isOfSession }: StatusOptions,
): McpTransportError {
  const shown = redact(page, MAX_SHOWN_PAGE).replace(/\s+/g, ' ').trim()
  const isSessionLost = isOfSession && status === 404
  const retryAfterMs = readRetryAfter(headers)
  const advice = isSessionLost ? 'the session is gone' : ADVICE[status]
  const message = `${origin} answered HTTP ${status}${advice === undefined ? '' : `, ${advice}`}`
  return new McpTransportError(shown === '' ? message : `${message}: ${shown}`, {
    reason: 'http',
    outcome: outcomeOf(status),
    httpStatus: status,
    ...(isSessionLost ? { failure: 'sessionLost' as const } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** A date is one on the server's clock, which the answer usually tells as well. */
function readRetryAfter(headers: Headers): number | undefined {
  const told = Date.parse(headers.get('date') ?? '')
  return parseRetryAfter(headers.get('retry-after'), Number.isNaN(told) ? Date.now() : told)
}

/** What came was no MCP, or not the answer that was asked for. */
export function protocolFailure(message: string, facts: Partial<TransportFailure> = {}): McpTransportError {
  return new McpTransportError(message, { reason: 'protocol', outcome: 'unknown', ...facts })
}

/** Types whatever a transport failed with; what is no failure of a transport stays. The SDK gives a `status` to the error of a redirect it did not follow. */
export function toTransportError(error: unknown, redact: Redactor): McpTransportError | McpAuthError {
  if (error instanceof McpTransportError || error instanceof McpAuthError) return error
  const words = redact(error instanceof Error ? error.message : String(error), MAX_SHOWN_PAGE)
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined
  const isStatus = typeof status === 'number' && status >= 300 && status < 600
  return protocolFailure(words, isStatus ? { httpStatus: status, outcome: outcomeOf(status) } : {})
}

/**
 * The answer that stands in for one that cannot come. The protocol has no other way to end a single request; the
 * failure itself travels in `data`, where no server can put an instance of a class.
 */
export function answerInPlace(id: unknown, failure: McpTransportError): object {
  return { jsonrpc: '2.0', id, error: { code: CONNECTION_CLOSED, message: failure.message, data: failure } }
}

/**
 * A refusal or a redirect means that nothing was run; 303 may show what came of it, and a timeout or a fault of the server
 * leave it open.
 */
function outcomeOf(status: number): RequestOutcome {
  return status >= 300 && status < 500 && status !== 303 && status !== 408 ? 'notRun' : 'unknown'
}

/** `fetch` wraps the system's error, and for several addresses wraps their errors again. */
function systemCodeOf(error: unknown): string | undefined {
  let current = error
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    const code: unknown = Reflect.get(current, 'code')
    if (typeof code === 'string') return code
    current = current.cause
  }
  return undefined
}
