import type { JsonObject } from '@toolscout/model'
import { isJsonObject, type LogLevel, quote } from '@toolscout/model/internal'
import type { ClientChannel, RequestScope } from './client-channel.ts'
import { RunningRequests } from './closing.ts'
import { ContextAnswers } from './context-answers.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import type { ChannelOptions } from './sdk-server.ts'
import { describeServed, type ServeDeps } from './served.ts'
import { isLogLevel, toToolClient } from './session-client.ts'
import { SessionTasks } from './session-tasks.ts'
import { NO_TOKEN } from './tasks.ts'
import { ToolAnswers } from './tool-answers.ts'

/** One client's session: what it gets at the beginning, and the answers to its requests. */
export class Session {
  /** Requests under way. */
  readonly running: RunningRequests = new RunningRequests()
  readonly #deps: ServeDeps
  readonly #principal: string
  readonly #tools: ToolAnswers
  readonly #tasks: SessionTasks
  readonly #context: ContextAnswers | undefined
  readonly #stops: (() => void)[] = []
  /** What the client hears before it has said what it wants to. */
  #level: LogLevel = 'info'

  /** Begins the session of a client that acts for `principal`. */
  constructor(deps: ServeDeps, principal: string) {
    this.#deps = deps
    this.#principal = principal
    this.#tools = new ToolAnswers(deps, principal)
    this.#tasks = new SessionTasks(deps.tasks, principal)
    this.#context = deps.context === undefined ? undefined : new ContextAnswers(deps.context, principal, deps)
  }

  /** How the session is opened, which is reported under its number. `onEnd` is called once, when it has ended. */
  begin(number: number, onEnd: () => void): ChannelOptions {
    const { served, tell } = this.#deps
    const { info, instructions } = describeServed(served)
    const principal = this.#principal
    tell({ type: 'sessionOpened', session: number, principal })
    return {
      info,
      capabilities: {
        tools: { listChanged: served.exposure.followsCatalog },
        logging: {},
        ...this.#tasks.capabilities,
        ...this.#context?.capabilities,
      },
      instructions: instructions(),
      answer: (method, params, scope) => this.#answer(method, params, scope),
      onEnd: () => {
        for (const stop of this.#stops.splice(0)) stop()
        this.#context?.end()
        tell({ type: 'sessionClosed', session: number, principal })
        onEnd()
      },
      onFailure: (error) => tell({ type: 'failed', error }),
    }
  }

  /** Tells the client of changes from now on. */
  follow(channel: ClientChannel): void {
    const { gateway, exposure } = this.#deps.served
    if (exposure.followsCatalog) {
      this.#stops.push(gateway.onToolsChanged(() => channel.notify('notifications/tools/list_changed')))
    }
    if (this.#context !== undefined) this.#stops.push(this.#context.follow(channel))
  }

  async #answer(method: string, params: JsonObject, scope: RequestScope): Promise<JsonObject> {
    const done = this.running.begin()
    const client = toToolClient(scope, this, () => this.#level)
    try {
      switch (method) {
        case 'tools/list':
          return withTaskSupport(await this.#tools.list(params))
        case 'tools/call':
          return await this.#call(params, scope)
        case 'logging/setLevel':
          return this.#setLevel(params)
      }
      const aboutTask = await this.#tasks.answer(method, params, scope)
      if (aboutTask !== undefined) return aboutTask
      const answer = this.#context?.answerTo(method)
      if (answer !== undefined) return await answer(params, scope, client)
      throw new RequestRefusedError(RPC_CODES.methodNotFound, `Method not found: ${quote(method)}.`)
    } finally {
      done()
    }
  }

  /** Answers a call, or with a task where the client asks for that. */
  async #call({ task, ...params }: JsonObject, scope: RequestScope): Promise<JsonObject> {
    const call = (given: RequestScope): Promise<JsonObject> =>
      this.#tools.call(
        params,
        given,
        toToolClient(given, this, () => this.#level),
      )
    if (!isJsonObject(task)) return call(scope)
    const progressToken = scope.progressToken ?? NO_TOKEN
    return this.#tasks.begin(task, (open) => call({ ...scope, ...open, progressToken }))
  }

  #setLevel({ level }: JsonObject): JsonObject {
    if (!isLogLevel(level)) throw invalidParams(`${quote(level)} is not a log level.`)
    this.#level = level
    return {}
  }
}

/** Whatever is called here can be called as a task. */
function withTaskSupport({ tools, ...rest }: JsonObject): JsonObject {
  const listed = tools as readonly JsonObject[]
  return { tools: listed.map((tool) => ({ ...tool, execution: { taskSupport: 'optional' } })), ...rest }
}
