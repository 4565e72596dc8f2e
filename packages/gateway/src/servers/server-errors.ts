import { McpConfigError, McpTransportError } from '@toolscout/mcp'
import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import type { ServerState } from '../server-status.ts'

/** The facts of a {@link ServerUnavailableError}. */
export interface ServerUnavailableDetails {
  readonly server: string
  readonly state: ServerState
  /** Nothing was sent. */
  readonly outcome: 'notRun'
  /** `unsent`: an attempt to connect has just failed. `busy`: none was made, and another call would fare no better. */
  readonly failure: 'unsent' | 'busy'
  /** When it is tried again by itself, in milliseconds from then. */
  readonly retryAfterMs?: number
}

/** `SERVER_UNAVAILABLE`: a call needs a server that is not connected. The message says what to do. */
export class ServerUnavailableError extends ToolscoutError<ServerUnavailableDetails> {
  constructor(details: Omit<ServerUnavailableDetails, 'outcome'>, hint: string, cause?: unknown) {
    const { server } = details
    super('SERVER_UNAVAILABLE', `The server ${quote(server)} is not available. ${hint}`, {
      details: { ...details, outcome: 'notRun' },
      cause,
    })
  }
}

/** Why a server is not ready, for people: bounded and without secrets, as errors of connections are. */
export function toReason(error: unknown): { readonly code: string; readonly message: string } {
  const code = error instanceof ToolscoutError ? error.code : 'UNKNOWN'
  return Object.freeze({ code, message: messageOf(error) })
}

/** What a failure to connect calls for. */
export type ConnectRemedy = 'wait' | 'authorize' | 'mend'

/** Refused credentials need a person, a configuration that cannot work needs mending; all else may pass by itself. */
export function remedyOf(error: unknown): ConnectRemedy {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof ToolscoutError; depth += 1) {
    if (current instanceof McpConfigError) return 'mend'
    const details: unknown = current.details
    const facts = isJsonObject(details) ? details : {}
    if (facts.failure === 'unauthorized' || facts.httpStatus === 401 || facts.httpStatus === 403)
      return 'authorize'
    if (current instanceof McpTransportError && facts.systemCode === 'ENOENT') return 'mend'
    current = current.cause
  }
  return 'wait'
}

/** Whether only the session is gone, so that connecting again at once makes sense. */
export function isSessionLost(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof ToolscoutError; depth += 1) {
    const details: unknown = current.details
    const facts = isJsonObject(details) ? details : {}
    if (facts.failure === 'sessionLost') return true
    current = current.cause
  }
  return false
}

/** JSON-RPC: the arguments do not fit, so the definition we checked them against may be an old one. */
export function isRefusedForArguments(error: unknown): boolean {
  const details: unknown = error instanceof ToolscoutError ? error.details : undefined
  return isJsonObject(details) && details.rpcCode === -32_602
}
