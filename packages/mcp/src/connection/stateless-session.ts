import type { Clock, JsonObject, JsonValue } from '@toolscout/model'
import { anySignal, isJsonObject, quote, systemClock } from '@toolscout/model/internal'
import { McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { protocolFailure } from '../transport/transport.ts'
import { answerBack } from './answer-back.ts'
import { CLIENT_INFO, type ClientService } from './client-service.ts'
import { KeptLists } from './kept-lists.ts'
import { Listening } from './listening.ts'
import type { NotificationMethod } from './notifications.ts'
import { ParamHeaders } from './param-headers.ts'
import { readRefusal } from './requests.ts'
import {
  type McpServerInfo,
  type McpSession,
  type RpcAnswer,
  type RpcOptions,
  type SessionOptions,
  toCapabilities,
  toProgress,
  toServerInfo,
} from './session.ts'
import type { Wire, WireAsking } from './wire.ts'

// MCP 2026-07-28 has no handshake: every request says what there is to know of its client. No SDK is needed for that; the
// SDK's client would check results by its own schemas, and one odd tool would hide all others of a server.

/** The version of a request is none that the server speaks. */
export const UNSUPPORTED_VERSION = -32_022

/** The revision that is spoken without a session. */
const STATELESS_VERSION = '2026-07-28'

const META = 'io.modelcontextprotocol/'
const SERVER_INFO = `${META}serverInfo`

/** How often a server may ask back within one request, as the SDKs have it. */
const MAX_ROUNDS = 10

/** What a server answered to `server/discover`. */
export type Discovery = JsonObject

type StatelessOptions = Pick<SessionOptions, 'events' | 'redact' | 'client' | 'clock'>

/** Asks a server what it is; `undefined` when the answer is not that of a server without sessions. */
export async function discover(
  wire: Wire,
  { client, redact }: StatelessOptions,
  signal: AbortSignal,
): Promise<Discovery | undefined> {
  const ask = async (): Promise<RpcAnswer> =>
    toRpcAnswer(await wire.ask('server/discover', { _meta: envelopeOf(client) }, { signal }), redact)
  const first = await ask()
  const read = isSpokenAfterAll(first) ? await ask() : first
  if (!read.isResult) return undefined
  const { supportedVersions } = read.result
  const isSpoken = Array.isArray(supportedVersions) && supportedVersions.includes(STATELESS_VERSION)
  return isSpoken ? (read.result as Discovery) : undefined
}

/** Whether a server refuses the revision, and names it among those that it speaks; the protocol asks for a second try. */
function isSpokenAfterAll(answer: RpcAnswer): boolean {
  if (answer.isResult || answer.refusal.rpcCode !== UNSUPPORTED_VERSION) return false
  const { data } = answer.refusal
  return isJsonObject(data) && Array.isArray(data.supported) && data.supported.includes(STATELESS_VERSION)
}

/** Requests to a server that keeps no session. */
export class StatelessSession implements McpSession {
  readonly server: McpServerInfo
  readonly capabilities: JsonObject
  readonly #wire: Wire
  readonly #options: StatelessOptions
  readonly #clock: Clock
  readonly #kept: KeptLists
  readonly #headers: ParamHeaders
  readonly #listening: Listening
  #logLevel: JsonValue | undefined

  constructor(wire: Wire, discovery: Discovery, options: StatelessOptions) {
    const { events } = options
    const { capabilities, instructions, _meta } = discovery
    const told = isJsonObject(_meta) && isJsonObject(_meta[SERVER_INFO]) ? _meta[SERVER_INFO] : {}
    this.#wire = wire
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.server = toServerInfo({ ...told, instructions }, STATELESS_VERSION)
    this.capabilities = toCapabilities(capabilities)
    this.#kept = new KeptLists({
      ...this,
      clock: this.#clock,
      ended: wire.ended,
      onNotified: (method) => this.#tell(method, {}),
    })
    this.#headers = new ParamHeaders((why) => events.onDiagnostic('transport', options.redact(why, 500)))
    this.#listening = new Listening({
      ask: (params, asking) => this.#ask('subscriptions/listen', params, asking),
      capabilities: this.capabilities,
      onNotified: (method, params) => this.#tell(method, params),
      onSilent: (why) => events.onDiagnostic('transport', why),
      ended: wire.ended,
      clock: this.#clock,
    })
    wire.setProtocolVersion(STATELESS_VERSION)
    this.#listening.open()
  }

  /** To be called with each notification, so that no list that changed is given again. */
  heard(method: string): void {
    this.#kept.forget(method)
  }

  #tell(method: NotificationMethod, params: JsonObject): void {
    this.heard(method)
    this.#options.events.onNotified(method, params)
  }

  /** What sessions have methods for is done without one: a ping discovers, subscriptions are listened to. */
  readonly request = async (method: string, params: JsonObject, options: RpcOptions): Promise<RpcAnswer> => {
    switch (method) {
      case 'ping':
        return this.#ask('server/discover', {}, options)
      case 'logging/setLevel':
        this.#logLevel = params.level
        return { isResult: true, result: {} }
      case 'resources/subscribe':
        return this.#listening.subscribe(String(params.uri), options.signal)
      case 'resources/unsubscribe':
        this.#listening.unsubscribe(String(params.uri))
        return { isResult: true, result: {} }
      default:
        return this.#kept.ask(method, params, () => this.#askInRounds(method, params, options))
    }
  }

  /** Asks until the server has all it wants to know of its client. */
  async #askInRounds(method: string, params: JsonObject, options: RpcOptions): Promise<RpcAnswer> {
    let more: JsonObject = {}
    for (let rounds = 0; ; rounds += 1) {
      const hasBegun = rounds > 0
      const answer = await this.#ask(method, { ...params, ...more }, options).catch((error: unknown) => {
        throw hasBegun ? asBegun(error) : error
      })
      if (!answer.isResult) {
        if (answer.refusal.rpcCode === HEADER_MISMATCH) this.#tell(TOOLS_CHANGED, {})
        return { ...answer, hasBegun }
      }
      const { resultType = 'complete', ...result } = answer.result
      if (resultType === 'complete') return { isResult: true, result: this.#toResult(method, result) }
      if (resultType !== 'input_required') {
        throw protocolFailure(`the server gave a result of the type ${quote(resultType)}, which is unknown`)
      }
      if (rounds === MAX_ROUNDS) throw protocolFailure(`the server asked back more than ${MAX_ROUNDS} times`)
      const signal = anySignal(options.signal, this.#wire.ended)
      const client = options.client ?? this.#options.client
      more = await answerBack(result, { ...this.#options, client, clock: this.#clock, signal })
    }
  }

  /** One request and its answer. */
  async #ask(
    method: string,
    params: JsonObject,
    options: RpcOptions & Pick<Partial<WireAsking>, 'onAcknowledged'>,
  ): Promise<RpcAnswer> {
    const { redact } = this.#options
    const envelope = envelopeOf(options.client ?? this.#options.client, this.#logLevel)
    const asked = { ...params, _meta: { ...(params._meta as JsonObject | undefined), ...envelope } }
    const { onProgress, ...asking } = options
    const answer = await this.#wire.ask(method, asked, {
      ...asking,
      cancellation: { reason: 'The caller has stopped.', _meta: envelope },
      ...(method === 'tools/call' && this.#wire.hasExchanges ? { headers: this.#headers.of(params) } : {}),
      ...(onProgress && {
        onProgress: (given) => isProgress(given) && onProgress(toProgress(given, redact)),
      }),
    })
    return toRpcAnswer(answer, redact)
  }

  /** A result as a session would have it: nothing of it belongs to the revision. */
  #toResult(method: string, result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { _meta, ttlMs, cacheScope, ...rest } = result
    const isOfHttp = method === 'tools/list' && this.#wire.hasExchanges
    const { [SERVER_INFO]: _who, ...meta } = isJsonObject(_meta) ? _meta : {}
    return {
      ...(isOfHttp ? this.#headers.read(rest) : rest),
      ...(method.endsWith('/list') ? { ttlMs } : {}),
      ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    }
  }
}

/** A round that did not reach its server says nothing of those before it, in which the server may have done things. */
function asBegun(error: unknown): unknown {
  if (!(error instanceof McpTransportError)) return error
  return new McpTransportError(error.message, { ...error.details, outcome: 'unknown' })
}

/** The headers of a request and its body do not agree: the tool is another one by now. */
const HEADER_MISMATCH = -32_020
const TOOLS_CHANGED = 'notifications/tools/list_changed'

/** What every request says of its client. */
function envelopeOf({ capabilities }: ClientService, logLevel?: JsonValue): JsonObject {
  return {
    [`${META}protocolVersion`]: STATELESS_VERSION,
    [`${META}clientInfo`]: { ...CLIENT_INFO },
    [`${META}clientCapabilities`]: capabilities,
    ...(logLevel === undefined ? {} : { [`${META}logLevel`]: logLevel }),
  }
}

function isProgress(given: JsonObject): given is { progress: number; total?: number; message?: string } {
  const { progress, total, message } = given
  const isOptional = (value: unknown, type: string): boolean => value === undefined || typeof value === type
  return typeof progress === 'number' && isOptional(total, 'number') && isOptional(message, 'string')
}

/**
 * Reads an answer as JSON-RPC.
 *
 * @throws McpTransportError when it is none, or stands in for one that cannot come.
 */
function toRpcAnswer(answer: object, redact: Redactor): RpcAnswer {
  const { result, error } = answer as Readonly<Record<string, unknown>>
  if (error === undefined && isJsonObject(result)) return { isResult: true, result }
  const { code, message, data } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (data instanceof McpTransportError) throw data
  if (typeof code !== 'number' || typeof message !== 'string' || result !== undefined)
    throw protocolFailure('the server gave an answer that is no JSON-RPC')
  return { isResult: false, message: redact(message), refusal: readRefusal({ code, data }, redact) }
}
