import type { JsonObject, ToolClient, ToolResult } from '@toolscout/model'
import { isJsonObject, quote, type ServedTool } from '@toolscout/model/internal'
import type { RequestScope } from './client-channel.ts'
import { listPage } from './list-pages.ts'
import { invalidParams } from './request-error.ts'
import type { ServeDeps } from './served.ts'
import { observeServedCall, saysNotFound, toCallAnswer } from './tool-calls.ts'

/** What a principal is answered about tools, whichever era of MCP its client speaks. */
export class ToolAnswers {
  readonly #deps: ServeDeps
  readonly #principal: string

  /** The answers for one principal. */
  constructor(deps: ServeDeps, principal: string) {
    this.#deps = deps
    this.#principal = principal
  }

  /** A page of `tools/list`. Rejects with a `RequestRefusedError` for a cursor that is none. */
  async list({ cursor }: JsonObject): Promise<JsonObject> {
    const { served, pageLimits } = this.#deps
    if (served.exposure.followsCatalog) await this.#ready()
    const tools = served.exposure.list(this.#principal)
    const { items, ...rest } = listPage(tools, ({ name }) => name, cursor, pageLimits)
    return { tools: items, ...rest } as unknown as JsonObject
  }

  /** The answer to `tools/call`. Rejects with a `RequestRefusedError` for a tool that is not served. */
  async call(params: JsonObject, scope: RequestScope, client: ToolClient): Promise<JsonObject> {
    const { name, arguments: args } = params
    if (typeof name !== 'string')
      throw invalidParams(`The name of a tool must be a string, not ${quote(name)}.`)
    const { exposure } = this.#deps.served
    const principal = this.#principal
    const find = (wanted: string): ServedTool | undefined =>
      exposure.list(principal).find((tool) => tool.name === wanted)
    const { signal, requestId } = scope
    const onProgress = progressReporter(scope)
    const call = (): Promise<ToolResult> =>
      exposure.call(name, args ?? {}, { principal, signal, onProgress, client })
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

  #ready(): Promise<void> {
    return this.#deps.served.exposure.showsAll === true ? this.#deps.wake() : this.#deps.settled()
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
