import type { JsonObject, ToolClient } from '@toolscout/model'
import { type ClientMethod, isJsonObject, type LogLevel, quote } from '@toolscout/model/internal'
import type { RequestScope } from './client-channel.ts'
import { RequestRefusedError, RPC_CODES } from './request-error.ts'

/** What a client must have said it can do before it is asked. */
const NEEDED: Readonly<Record<ClientMethod, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

/** A client is asked for what it did not say it can do. */
export class MissingCapabilityError extends RequestRefusedError {
  /** The capability, as clients name it. */
  readonly capability: string

  constructor(method: ClientMethod, capability: string) {
    super(RPC_CODES.methodNotFound, `The client does not support ${capability} (${method}).`)
    this.capability = capability
  }
}

/** From the least urgent to the most (RFC 5424, as MCP uses it). */
const LOG_LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] satisfies readonly LogLevel[]

/** Whether a value is a level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.includes(value)
}

/** The client of a session as a tool sees it during one call; `identity` is the session's; none for a request that stands for itself. `level` is what the client wants to hear just now, which may be nothing. */
export function toToolClient(
  scope: Pick<RequestScope, 'capabilities' | 'request' | 'notify' | 'isTask'>,
  identity: object | undefined,
  level: () => LogLevel | undefined,
  onMissing: (error: MissingCapabilityError) => void = () => {},
): ToolClient {
  return Object.freeze({
    identity,
    get capabilities(): JsonObject {
      return scope.capabilities()
    },
    get isTask(): boolean {
      return scope.isTask?.() === true
    },
    request: async (method, params, options = {}) => {
      try {
        requireCapability(method, params, scope.capabilities())
      } catch (error) {
        if (error instanceof MissingCapabilityError) onMissing(error)
        throw error
      }
      options.signal?.throwIfAborted()
      return scope.request(method, params, options)
    },
    log: ({ level: urgency, logger, data }) => {
      const least = level()
      if (least === undefined || !isLogLevel(urgency)) return
      if (LOG_LEVELS.indexOf(urgency) < LOG_LEVELS.indexOf(least)) return
      scope.notify('notifications/message', {
        level: urgency,
        ...(logger === undefined ? {} : { logger }),
        data: data as JsonObject,
      })
    },
  } satisfies ToolClient)
}

function requireCapability(method: ClientMethod, params: JsonObject, capabilities: JsonObject): void {
  const needed = Object.hasOwn(NEEDED, method) ? NEEDED[method] : undefined
  if (needed === undefined) {
    throw new RequestRefusedError(RPC_CODES.methodNotFound, `A client cannot be asked for ${quote(method)}.`)
  }
  const capability = capabilities[needed]
  if (capability === undefined) {
    throw new MissingCapabilityError(method, needed)
  }
  // Before 2025-11-25 there were forms only, and the capability had no members.
  const hasNoUrls = !isJsonObject(capability) || capability.url === undefined
  if (method === 'elicitation/create' && params.mode === 'url' && hasNoUrls) {
    throw new RequestRefusedError(RPC_CODES.invalidParams, 'The client does not support elicitation by URL.')
  }
}
