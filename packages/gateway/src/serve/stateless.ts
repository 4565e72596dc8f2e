import type { JsonObject, ToolClient } from '@toolscout/model'
import { type LogLevel, quote } from '@toolscout/model/internal'
import { createGate } from '../scheduling.ts'
import type { RequestScope } from './client-channel.ts'
import { RunningRequests } from './closing.ts'
import { ContextAnswers, MAX_SUBSCRIPTIONS } from './context-answers.ts'
import type { OpenCall, OpenWork, Questions, RoundRequest } from './open-call.ts'
import { OpenCalls } from './open-calls.ts'
import { RequestRefusedError, RPC_CODES } from './request-error.ts'
import type { ServeDeps } from './served.ts'
import { isLogLevel, type MissingCapabilityError, toToolClient } from './session-client.ts'
import { NO_TOKEN, TASKS_EXTENSION, takesTasks } from './tasks.ts'
import { ToolAnswers } from './tool-answers.ts'

/** One request of a client that has no session: it says itself all that is to be known of its client. */
export interface LoneRequest {
  readonly principal: string
  readonly method: string
  readonly params: JsonObject
  readonly signal: AbortSignal
  readonly requestId: string | number
  readonly progressToken: string | number | undefined
  /** What the client can do. */
  readonly capabilities: JsonObject
  /** The least urgent level the client wants to hear; nothing where it is no level. */
  readonly logLevel: unknown
  readonly notify: (method: string, params: JsonObject) => void
  /** Which call goes on, by its id. */
  readonly resumes: string | undefined
  /** What the client says to what it was asked. */
  readonly answers: JsonObject
  /** Whatever tells clients apart, where one is heard on a line of its own. */
  readonly identity: object | undefined
}

/** The answer to a request, or what the client has to say before there is one. */
export type LoneAnswer =
  | { readonly result: JsonObject }
  | { readonly questions: Questions; readonly call: string; readonly round: number }

/** What becomes of what is served. */
export type ServedChange =
  | { readonly type: 'toolsChanged' | 'promptsChanged' | 'resourcesChanged' }
  | { readonly type: 'resourceUpdated'; readonly uri: string }

/** How long a client may take for an answer to what it is asked, in milliseconds: a person has to give it. */
export const ANSWER_MS = 600_000
/** Calls that may wait for their clients at a time. */
const LIMITS = { maxWaiting: 1_000, maxWaitingOfOne: 100, waitMs: ANSWER_MS }

/** How long a list may be taken for what is there, in milliseconds; clients that listen hear of changes before. */
const LIST_TTL_MS = 60_000
/** Methods whose answers may need something of the client first. */
const ASKING = ['tools/call', 'prompts/get', 'resources/read']
const TASK_METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel']
/** How long a call is waited for before a client that takes tasks gets one, in milliseconds. */
const SLOW_MS = 500
const CACHED = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']

/** Answers clients that have no session (MCP 2026-07-28): nothing of a request is kept but calls that ask their client. */
export class StatelessAnswers {
  /** Requests under way. */
  readonly running: RunningRequests = new RunningRequests()
  readonly #deps: ServeDeps
  readonly #calls: OpenCalls

  constructor(deps: ServeDeps) {
    this.#deps = deps
    this.#calls = new OpenCalls(LIMITS, deps.clock)
  }

  /** MCP server capabilities. */
  capabilities(): JsonObject {
    const { exposure } = this.#deps.served
    const more = this.#contextOf('')?.capabilities
    const extensions = { [TASKS_EXTENSION]: {} }
    return { tools: { listChanged: exposure.followsCatalog }, logging: {}, extensions, ...more }
  }

  /** Whether there is an answer to a method. */
  knows(method: string): boolean {
    if (['tools/list', 'tools/call', ...TASK_METHODS].includes(method)) return true
    return this.#contextOf('')?.answerTo(method) !== undefined
  }

  /** Answers a request. Rejects with a `RequestRefusedError` for an answer that is an error of the protocol. */
  async answer(request: LoneRequest): Promise<LoneAnswer> {
    const done = this.running.begin()
    try {
      if (ASKING.includes(request.method)) return await this.#open(request)
      if (TASK_METHODS.includes(request.method)) return { result: this.#aboutTask(request) }
      const { capabilities, ...rest } = request
      const scope = { ...rest, capabilities: () => capabilities, request: refuseToAsk }
      const result = await this.#answer(request, scope, undefined)
      const isCached = CACHED.includes(request.method)
      return { result: isCached ? { ...result, ttlMs: LIST_TTL_MS, cacheScope: 'private' } : result }
    } finally {
      done()
    }
  }

  /** Tells of changes until the function it gives is called. */
  follow(tell: (change: ServedChange) => void): () => void {
    const { served, context } = this.#deps
    const stops = [
      ...(served.exposure.followsCatalog
        ? [served.gateway.onToolsChanged(() => tell({ type: 'toolsChanged' }))]
        : []),
      ...(context === undefined ? [] : [context.onChange(tell)]),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /**
   * Has changes of resources told while a client listens for them. Gives those that the principal may read, of the
   * first 1,000, and the way to stop.
   */
  async watch(
    uris: readonly string[],
    ask: { readonly principal: string; readonly signal: AbortSignal },
  ): Promise<{ readonly uris: readonly string[]; readonly stop: () => void }> {
    const { context } = this.#deps
    const stops = await Promise.all(
      uris
        .slice(0, MAX_SUBSCRIPTIONS)
        .map(async (uri) => [uri, await context?.subscribe(uri, ask).catch(() => undefined)] as const),
    )
    const found = stops.filter(([, stop]) => stop !== undefined)
    return {
      uris: found.map(([uri]) => uri),
      stop: () => {
        for (const [, stop] of found) stop?.()
      },
    }
  }

  /** Gives up calls that wait for their clients. */
  end(): void {
    this.#calls.end()
  }

  /** Answers about a task; what it asks and came to is in its state. */
  #aboutTask({ principal, method, params, capabilities, answers }: LoneRequest): JsonObject {
    if (!takesTasks(capabilities)) {
      const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } }
      const message = 'The client does not say that it takes tasks.'
      throw new RequestRefusedError(RPC_CODES.missingCapability, message, data)
    }
    const { tasks } = this.#deps
    const task = tasks.get(principal, params)
    if (method === 'tasks/get') return tasks.toStateless(task, true)
    if (method === 'tasks/cancel') tasks.cancel(task)
    else task.call.answer(answers)
    return {}
  }

  async #answer(
    { principal, method, params }: LoneRequest,
    scope: RequestScope,
    client: ToolClient | undefined,
  ): Promise<JsonObject> {
    const tools = new ToolAnswers(this.#deps, principal)
    if (method === 'tools/list') return tools.list(params)
    if (method === 'tools/call' && client !== undefined) return tools.call(params, scope, client)
    const answer = this.#contextOf(principal)?.answerTo(method)
    if (answer !== undefined) return answer(params, scope, client)
    throw new RequestRefusedError(RPC_CODES.methodNotFound, `Method not found: ${quote(method)}.`)
  }

  /** Makes a task of a call that is still at work after a while, where the principal may have one more. */
  #slowness(principal: string): { readonly slow: RoundRequest['slow']; readonly stop: () => void } {
    const { tasks, clock } = this.#deps
    const gate = createGate()
    const stop = clock.after(SLOW_MS, gate.open)
    const keep = (call: OpenCall): JsonObject | undefined =>
      tasks.hasRoom(principal)
        ? { resultType: 'task', ...tasks.toStateless(tasks.keep(call), false) }
        : undefined
    return { slow: { after: gate.opened, keep }, stop }
  }

  #contextOf(principal: string): ContextAnswers | undefined {
    const { context } = this.#deps
    return context && new ContextAnswers(context, principal, this.#deps)
  }

  /** Answers a request that may ask its client something, and goes on with it when that has answered. */
  async #open(request: LoneRequest): Promise<LoneAnswer> {
    const { principal, signal, notify, capabilities, requestId, progressToken, identity, logLevel } = request
    const mayBeTask = request.method === 'tools/call' && takesTasks(capabilities)
    const slowness = mayBeTask ? this.#slowness(principal) : undefined
    const carrier = {
      signal,
      // A call reports to the request that carries it now, which has a token of its own.
      notify: (name: string, told: JsonObject): void => {
        if (!('progressToken' in told)) notify(name, told)
        else if (progressToken !== undefined) notify(name, { ...told, progressToken })
      },
      answers: request.answers,
      slow: slowness?.slow,
    }
    const level = (): LogLevel | undefined => (isLogLevel(logLevel) ? logLevel : undefined)
    const begin = async (open: OpenWork): Promise<JsonObject> => {
      const token = progressToken ?? (mayBeTask ? NO_TOKEN : undefined)
      const scope = { ...open, requestId, progressToken: token, capabilities: () => capabilities }
      let missing: MissingCapabilityError | undefined
      const client = toToolClient(scope, identity, level, (error) => {
        missing = error
      })
      const result = await this.#answer(request, scope, client)
      // What a tool makes of a client that cannot be asked is its own affair, unless it fails for that.
      if (missing === undefined || result.isError !== true) return result
      const data = { requiredCapabilities: { [missing.capability]: {} } }
      throw new RequestRefusedError(RPC_CODES.missingCapability, missing.message, data)
    }
    const running =
      request.resumes === undefined
        ? this.#calls.begin(principal, begin, carrier)
        : this.#calls.resume(principal, request.resumes, carrier)
    const round = await running.finally(slowness?.stop)
    if ('result' in round) return { result: round.result }
    return { questions: round.questions, call: round.id, round: round.number }
  }
}

function refuseToAsk(method: string): Promise<never> {
  const message = `A client cannot be asked for ${quote(method)} here.`
  return Promise.reject(new RequestRefusedError(RPC_CODES.methodNotFound, message))
}
