import { McpConfigError, McpTransportError } from '@toolscout/mcp'
import { type JsonObject, ToolscoutError } from '@toolscout/model'
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

/** What a failure to connect calls for: refused credentials need a person, a configuration that cannot work needs mending; all else may pass by itself. */
export function remedyOf(error: unknown): 'wait' | 'authorize' | 'mend' {
  for (const { error: current, facts } of causesOf(error)) {
    if (current instanceof McpConfigError) return 'mend'
    if (facts.failure === 'unauthorized' || facts.httpStatus === 401 || facts.httpStatus === 403)
      return 'authorize'
    if (current instanceof McpTransportError && facts.systemCode === 'ENOENT') return 'mend'
  }
  return 'wait'
}

/** Whether only the session is gone, so that connecting again at once makes sense. */
export function isSessionLost(error: unknown): boolean {
  return causesOf(error).some(({ facts }) => facts.failure === 'sessionLost')
}

/** JSON-RPC: the arguments do not fit, so the definition we checked them against may be an old one. */
export function isRefusedForArguments(error: unknown): boolean {
  return causesOf(error)[0]?.facts.rpcCode === -32_602
}

/** An error of ours and those that caused it, with what each knows. */
function causesOf(error: unknown): readonly { readonly error: ToolscoutError; readonly facts: JsonObject }[] {
  const causes: { readonly error: ToolscoutError; readonly facts: JsonObject }[] = []
  for (let current = error; causes.length < 5 && current instanceof ToolscoutError; current = current.cause) {
    const details: unknown = current.details
    causes.push({ error: current, facts: isJsonObject(details) ? details : {} })
  }
  return causes
}
