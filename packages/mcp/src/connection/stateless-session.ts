import type { Clock, JsonObject, JsonValue } from '@toolscout/model'
import { anySignal, isJsonObject, quote, systemClock } from '@toolscout/model/internal'
import { protocolFailure } from '../transport/transport.ts'
import { answerBack } from './answer-back.ts'
import type { ClientService } from './client-service.ts'
import { type Discovery, envelopeOf, SERVER_INFO, STATELESS_VERSION, toRpcAnswer } from './discovery.ts'
import { asBegun, earlierTask, followTask, readTask, type TaskState, type TaskWay } from './follow-task.ts'
import { KeptLists } from './kept-lists.ts'
import { Listening } from './listening.ts'
import type { NotificationMethod } from './notifications.ts'
import { ParamHeaders } from './param-headers.ts'
import {
  type McpServerInfo,
  type McpSession,
  type RpcAnswer,
  type RpcOptions,
  type SessionOptions,
  tellProgress,
  toCapabilities,
  toServerInfo,
} from './session.ts'
import { isOfTasks, offersTasks, taskSteps, withTasks } from './stateless-tasks.ts'
import type { Wire, WireAsking } from './wire.ts'

// MCP 2026-07-28 has no handshake: every request says what there is to know of its client. No SDK is needed for that; the
// SDK's client would check results by its own schemas, and one odd tool would hide all others of a server.

/** How often a server may ask back within one request, as the SDKs have it. */
const MAX_ROUNDS = 10

type StatelessOptions = Pick<SessionOptions, 'events' | 'redact' | 'client' | 'clock'>

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
  readonly #offersTasks: boolean
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
    this.#offersTasks = offersTasks(this.capabilities)
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
      if (resultType === 'task' && method === 'tools/call' && this.#offersTasks)
        return this.#follow(readTask(result), options)
      if (resultType !== 'input_required') {
        throw protocolFailure(`the server gave a result of the type ${quote(resultType)}, which is unknown`)
      }
      if (rounds === MAX_ROUNDS) throw protocolFailure(`the server asked back more than ${MAX_ROUNDS} times`)
      more = await this.#answerBack(result, options.client, options.signal)
    }
  }

  readonly followTask: McpSession['followTask'] = (taskId, options) =>
    this.#follow(earlierTask(taskId), options)

  async #follow(task: TaskState | undefined, options: RpcOptions): Promise<RpcAnswer> {
    if (task === undefined) throw protocolFailure('the server gave a task that cannot be read')
    const { redact } = this.#options
    const { ended } = this.#wire
    const ask: TaskWay['ask'] = (method, params, asking) =>
      this.#ask(method, params, { ...asking, onProgress: undefined })
    const step = taskSteps({
      ask,
      redact,
      answer: async (inputRequests, { client, signal }) => {
        const more = await this.#answerBack({ inputRequests }, client, signal)
        return more.inputResponses as JsonObject
      },
      toResult: ({ resultType: _complete, ...result }) => this.#toResult('tools/call', result),
    })
    const way = { ask, step, redact, ended, clock: this.#clock, tellsStatus: () => true }
    return followTask(task, way, options)
  }

  #answerBack(
    result: Readonly<Record<string, unknown>>,
    client: ClientService = this.#options.client,
    given: AbortSignal,
  ): Promise<JsonObject> {
    const signal = anySignal(given, this.#wire.ended)
    return answerBack(result, { ...this.#options, client, clock: this.#clock, signal })
  }

  /** One request and its answer. */
  async #ask(
    method: string,
    params: JsonObject,
    options: RpcOptions & Pick<Partial<WireAsking>, 'onAcknowledged'>,
  ): Promise<RpcAnswer> {
    const { redact } = this.#options
    const { capabilities } = options.client ?? this.#options.client
    const takesTasks = this.#offersTasks && isOfTasks(method)
    const can = takesTasks ? withTasks(capabilities) : capabilities
    const envelope = envelopeOf({ capabilities: can }, this.#logLevel)
    const asked = { ...params, _meta: { ...(params._meta as JsonObject | undefined), ...envelope } }
    const { onProgress, ...asking } = options
    const answer = await this.#wire.ask(method, asked, {
      ...asking,
      cancellation: { reason: 'The caller has stopped.', _meta: envelope },
      ...(method === 'tools/call' && this.#wire.hasExchanges ? { headers: this.#headers.of(params) } : {}),
      ...(onProgress && {
        onProgress: (given) => tellProgress(given, onProgress, redact),
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

/** The headers of a request and its body do not agree: the tool is another one by now. */
const HEADER_MISMATCH = -32_020
const TOOLS_CHANGED = 'notifications/tools/list_changed'
