import type { JsonObject } from '@toolscout/model'
import { isJsonObject, type LogLevel, quote, type ServedTool } from '@toolscout/model/internal'
import type { AnswerRequest, ClientChannel, RequestScope } from './client-channel.ts'
import { createContextAnswers } from './context-answers.ts'
import { listPage } from './list-pages.ts'
import { DEFAULT_LOG_LEVEL, isLogLevel } from './log-levels.ts'
import { observeServedCall } from './observed-call.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import { createRunningRequests, type RunningRequests } from './running-requests.ts'
import type { ServeDeps } from './serve-deps.ts'
import { toToolClient } from './session-client.ts'
import { saysNotFound, toCallAnswer } from './tool-answer.ts'

/** One client's session: what it gets at the beginning, and the answers to its requests. */
export interface Session {
  /** MCP server capabilities. */
  readonly capabilities: JsonObject
  readonly answer: AnswerRequest
  /** Requests under way. */
  readonly running: RunningRequests
  /** Tells the client of changes from now on. */
  readonly follow: (channel: ClientChannel) => void
  /** Ends what `follow` and subscriptions began. */
  readonly end: () => void
}

/** Begins the session of a client that acts for `principal`. */
export function createSession(parts: ServeDeps, principal: string): Session {
  const { gateway, exposure } = parts.served
  const { context } = parts
  const contextAnswers = context === undefined ? undefined : createContextAnswers(context, principal, parts)
  let level: LogLevel = DEFAULT_LOG_LEVEL
  const running = createRunningRequests()
  const stops: (() => void)[] = []
  const ready = exposure.showsAll === true ? parts.servers.wake : parts.servers.settled
  const find = (name: string): ServedTool | undefined =>
    exposure.list(principal).find((tool) => tool.name === name)

  const answers: Readonly<Record<string, (params: JsonObject, scope: RequestScope) => Promise<JsonObject>>> =
    {
      'tools/list': async ({ cursor }) => {
        if (exposure.followsCatalog) await ready()
        const { items, ...rest } = listPage(
          exposure.list(principal),
          ({ name }) => name,
          cursor,
          parts.pageLimits,
        )
        return { tools: items, ...rest } as unknown as JsonObject
      },
      'tools/call': async (params, scope) => {
        const { name, arguments: args } = params
        const { requestId } = scope
        if (typeof name !== 'string')
          throw invalidParams(`A tool is called by its name, not by ${quote(name)}.`)
        const call = () =>
          exposure.call(name, args ?? {}, {
            principal,
            signal: scope.signal,
            onProgress: progressReporter(scope),
            client: toToolClient(scope, answers, () => level),
          })
        const result = await observeServedCall(
          parts.observer,
          { name, principal, params, requestId },
          async () => {
            const first = await call()
            if (!saysNotFound(first) || find(name) !== undefined) return first
            // Its server may just be starting.
            await ready()
            return call()
          },
        )
        return toCallAnswer(name, result, find)
      },
      'logging/setLevel': async (params) => {
        if (!isLogLevel(params.level)) throw invalidParams(`${quote(params.level)} is no level of logging.`)
        level = params.level
        return {}
      },
      ...contextAnswers?.answers,
    }

  return {
    capabilities: {
      tools: { listChanged: exposure.followsCatalog },
      logging: {},
      ...contextAnswers?.capabilities,
    },
    answer: async (method, params, scope) => {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (answer === undefined) {
        throw new RequestRefusedError(RPC_CODES.methodNotFound, `Method not found: ${quote(method)}.`)
      }
      const done = running.begin()
      try {
        return await answer(params, scope)
      } finally {
        done()
      }
    },
    running,
    follow: (channel) => {
      if (exposure.followsCatalog) {
        stops.push(gateway.onToolsChanged(() => channel.notify('notifications/tools/list_changed')))
      }
      if (contextAnswers !== undefined) stops.push(contextAnswers.follow(channel))
    },
    end: () => {
      for (const stop of stops.splice(0)) stop()
      contextAnswers?.end()
    },
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
