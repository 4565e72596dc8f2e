import type { Clock, JsonObject } from '@toolscout/model'
import {
  cleanJson,
  cleanText,
  copyJson,
  isJsonObject,
  type JsonLimits,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  type ToolProgress,
  truncate,
} from '@toolscout/model/internal'
import type { McpTransportError, RpcRefusal } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import type { ClientService } from './client-service.ts'
import type { NotificationMethod } from './notifications.ts'

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

/** An error of the protocol that a server answered with. */
export interface RpcRefused {
  readonly isResult: false
  /** Cleaned, cut, and without known secrets. */
  readonly message: string
  readonly refusal: RpcRefusal & { readonly rpcCode: number }
  /** Whether it had begun, and asked back, before it was refused. Default false. */
  readonly hasBegun?: boolean
}

/** What a server answered: a result, or an error of the protocol. */
export type RpcAnswer =
  | { readonly isResult: true; readonly result: Readonly<Record<string, unknown>> }
  | RpcRefused

/** Options of a request. */
export interface RpcOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Whether it leaves once, whatever it is answered. Default false. */
  readonly atMostOnce?: boolean | undefined
  /** What answers the server where it asks because of this request. Default: that of the session. */
  readonly client?: ClientService | undefined
  /** Called with the id of the task that a call has become. */
  readonly onTask?: ((taskId: string) => void) | undefined
}

/** A handshake that succeeded, and the requests that follow it. */
export interface McpSession {
  readonly server: McpServerInfo
  /** What the server offers, cleaned and bounded. */
  readonly capabilities: JsonObject
  /** @throws McpTransportError when there is no answer. An aborted signal rejects with anything. */
  readonly request: (method: string, params: JsonObject, options: RpcOptions) => Promise<RpcAnswer>
  /** Waits for a task that an earlier connection was given. Rejects as `request` does. */
  readonly followTask: (taskId: string, options: RpcOptions) => Promise<RpcAnswer>
}

/** What a session reports while it is open. */
export interface SessionEvents {
  /** `params` as they came. */
  readonly onNotified: (method: NotificationMethod, params: unknown) => void
  /** As {@link TransportEvents.onEnd}. */
  readonly onEnd: (failure: McpTransportError | undefined) => void
  readonly onDiagnostic: (kind: McpDiagnostic['kind'], message: string) => void
}

interface GivenProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** Tells of progress what a report says that can be read. */
export function tellProgress(
  given: JsonObject,
  onProgress: RpcOptions['onProgress'],
  redact: Redactor,
): void {
  if (isProgress(given)) onProgress?.(toProgress(given, redact))
}

function isProgress(given: JsonObject): given is { progress: number; total?: number; message?: string } {
  const { progress, total, message } = given
  const isOptional = (value: unknown, type: string): boolean => value === undefined || typeof value === type
  return typeof progress === 'number' && isOptional(total, 'number') && isOptional(message, 'string')
}

/** A report of progress, cleaned and without known secrets. */
export function toProgress({ progress, total, message }: GivenProgress, redact: Redactor): ToolProgress {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: redact(message, 200) }),
  }
}

/** Reads what a server says about itself; its texts are cleaned and cut, members that are no text left out. */
export function toServerInfo(
  given: Readonly<Record<string, unknown>>,
  protocolVersion: string,
): McpServerInfo {
  const text = (member: string, maxCodePoints: number): string | undefined => {
    const value = given[member]
    return typeof value === 'string' ? truncate(cleanText(value), maxCodePoints) : undefined
  }
  const title = text('title', MAX_NAME_LENGTH)
  const instructions = text('instructions', MAX_DESCRIPTION_LENGTH)
  return Object.freeze({
    name: text('name', MAX_NAME_LENGTH) ?? '',
    version: text('version', MAX_NAME_LENGTH) ?? '',
    ...(title === undefined ? {} : { title }),
    ...(instructions === undefined ? {} : { instructions }),
    protocolVersion,
  })
}

/** What one capability may weigh: a few flags, and room for what extensions put there. */
const CAPABILITY_LIMITS: JsonLimits = { maxDepth: 8, maxNodes: 1_000, maxLength: 16_384 }

/** Those of MCP 2025-11-25 and 2026-07-28. */
const CAPABILITIES = [
  ...([
    'tools',
    'resources',
    'prompts',
    'completions',
    'logging',
    'tasks',
    'experimental',
    'extensions',
  ] as const),
]

/** Reads what a server offers, each capability by itself. */
export function toCapabilities(given: unknown): JsonObject {
  if (!isJsonObject(given)) return Object.freeze({})
  const read = CAPABILITIES.flatMap((name): [string, JsonObject][] => {
    if (!Object.hasOwn(given, name)) return []
    try {
      const value = cleanJson(copyJson(given[name], CAPABILITY_LIMITS))
      return isJsonObject(value) ? [[name, value]] : []
    } catch {
      // Too large or no JSON: that it is offered is what counts.
      return [[name, Object.freeze({})]]
    }
  })
  return Object.freeze(Object.fromEntries(read))
}

/** How a session is opened. */
export interface SessionOptions {
  readonly events: SessionEvents
  readonly redact: Redactor
  /** Milliseconds between pings that keep a silent stream of events alive; absent for transports that need none. */
  readonly pingMs?: number | undefined
  /** What answers the server's requests. */
  readonly client: ClientService
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}
