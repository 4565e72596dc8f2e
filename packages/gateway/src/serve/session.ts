import type { JsonObject, ToolResult } from '@toolscout/model'
import { isJsonObject, type LogLevel, quote, type ServedTool } from '@toolscout/model/internal'
import type { ClientChannel, RequestScope } from './client-channel.ts'
import { RunningRequests } from './closing.ts'
import { ContextAnswers } from './context-answers.ts'
import { listPage } from './list-pages.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import type { ChannelOptions } from './sdk-server.ts'
import type { ServeDeps } from './served.ts'
import { isLogLevel, toToolClient } from './session-client.ts'
import { observeServedCall, saysNotFound, toCallAnswer } from './tool-calls.ts'

/** One client's session: what it gets at the beginning, and the answers to its requests. */
export class Session {
  /** Requests under way. */
  readonly running: RunningRequests = new RunningRequests()
  readonly #deps: ServeDeps
  readonly #principal: string
  readonly #context: ContextAnswers | undefined
  readonly #stops: (() => void)[] = []
  /** What the client hears before it has said what it wants to. */
  #level: LogLevel = 'info'

  /** Begins the session of a client that acts for `principal`. */
  constructor(deps: ServeDeps, principal: string) {
    this.#deps = deps
    this.#principal = principal
    this.#context = deps.context === undefined ? undefined : new ContextAnswers(deps.context, principal, deps)
  }

  /** How the session is opened, which is reported under its number. `onEnd` is called once, when it has ended. */
  begin(number: number, onEnd: () => void): ChannelOptions {
    const { served, tell } = this.#deps
    const { name, version, title, exposure } = served
    const principal = this.#principal
    tell({ type: 'sessionOpened', session: number, principal })
    return {
      info: { name, version, ...(title === undefined ? {} : { title }) },
      capabilities: {
        tools: { listChanged: exposure.followsCatalog },
        logging: {},
        ...this.#context?.capabilities,
      },
      instructions: exposure.instructions(),
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
    try {
      switch (method) {
        case 'tools/list':
          return await this.#listTools(params)
        case 'tools/call':
          return await this.#callTool(params, scope)
        case 'logging/setLevel':
          return this.#setLevel(params)
      }
      const answer = this.#context?.answerTo(method)
      if (answer !== undefined) return await answer(params, scope)
      throw new RequestRefusedError(RPC_CODES.methodNotFound, `Method not found: ${quote(method)}.`)
    } finally {
      done()
    }
  }

  #ready(): Promise<void> {
    return this.#deps.served.exposure.showsAll === true ? this.#deps.wake() : this.#deps.settled()
  }

  async #listTools({ cursor }: JsonObject): Promise<JsonObject> {
    const { served, pageLimits } = this.#deps
    if (served.exposure.followsCatalog) await this.#ready()
    const tools = served.exposure.list(this.#principal)
    const { items, ...rest } = listPage(tools, ({ name }) => name, cursor, pageLimits)
    return { tools: items, ...rest } as unknown as JsonObject
  }

  async #callTool(params: JsonObject, scope: RequestScope): Promise<JsonObject> {
    const { name, arguments: args } = params
    if (typeof name !== 'string') throw invalidParams(`A tool is called by its name, not by ${quote(name)}.`)
    const { exposure } = this.#deps.served
    const principal = this.#principal
    const find = (wanted: string): ServedTool | undefined =>
      exposure.list(principal).find((tool) => tool.name === wanted)
    const call = (): Promise<ToolResult> =>
      exposure.call(name, args ?? {}, {
        principal,
        signal: scope.signal,
        onProgress: progressReporter(scope),
        client: toToolClient(scope, this, () => this.#level),
      })
    const { requestId } = scope
    const result = await observeServedCall(
      this.#deps.observer,
      { name, principal, params, requestId },
      async () => {
        const first = await call()
        if (!saysNotFound(first) || find(name) !== undefined) return first
        // Its server may just be starting.
        await this.#ready()
        return call()
      },
    )
    return toCallAnswer(name, result, find)
  }

  #setLevel({ level }: JsonObject): JsonObject {
    if (!isLogLevel(level)) throw invalidParams(`${quote(level)} is no level of logging.`)
    this.#level = level
    return {}
  }
}

/** Reports of progress never go backwards, and end with the request. */
function progressReporter({ progressToken, notify, signal }: RequestScope) {
  if (progressToken === undefined) return undefined
  return (progress: object): void => {
    if (signal.aborted || !isJsonObject(progress)) return
    notify('notifications/progress', { ...progress, progressToken })
  }
}
