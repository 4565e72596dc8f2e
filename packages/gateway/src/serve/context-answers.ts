import type { JsonObject } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import type { ContextAsk, ContextChange, ContextList, ContextSource } from '../context/context-source.ts'
import type { ClientChannel, RequestScope } from './client-channel.ts'
import { listPage } from './list-pages.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import type { ServeDeps } from './serve-deps.ts'

/** Subscriptions a session may have; each costs a listener here and maybe one at a server. */
const MAX_SUBSCRIPTIONS = 1_000

type Answer = (params: JsonObject, scope: RequestScope) => Promise<JsonObject>

/** What a session answers about resources, prompts and completions. */
export interface ContextAnswers {
  readonly capabilities: JsonObject
  readonly answers: Readonly<Record<string, Answer>>
  /** Tells the client of changes; gives back the way to stop. */
  readonly follow: (channel: ClientChannel) => () => void
  /** Ends all subscriptions. */
  readonly end: () => void
}

/** The answers of one session, from what `context` has for `principal`. */
export function createContextAnswers(
  context: ContextSource,
  principal: string,
  parts: Pick<ServeDeps, 'servers' | 'tell' | 'pageLimits'>,
): ContextAnswers {
  const subscriptions = new Map<string, () => void>()
  const { resources, prompts, completions } = context.capabilities()
  const ask = ({ signal }: RequestScope): ContextAsk => ({ principal, signal })
  const list = (member: string, key: string, read: (ask: ContextAsk) => Promise<ContextList>): Answer => {
    return async ({ cursor }, scope) => {
      const { items, warnings } = await read(ask(scope))
      for (const warning of warnings) parts.tell({ type: 'failed', error: warning })
      const { items: page, ...rest } = listPage(items, (item) => item[key], cursor, parts.pageLimits)
      return { [member]: page, ...rest }
    }
  }
  const unsubscribe = (uri: string): void => {
    subscriptions.get(uri)?.()
    subscriptions.delete(uri)
  }
  const resourceAnswers: Record<string, Answer> = {
    'resources/list': list('resources', 'uri', context.listResources),
    'resources/templates/list': list('resourceTemplates', 'uriTemplate', context.listResourceTemplates),
    'resources/read': async (params, scope) => {
      const uri = requireText(params, 'uri')
      return (await context.readResource(uri, ask(scope))) ?? Promise.reject(resourceNotFound(uri))
    },
    'resources/subscribe': async (params, scope) => {
      const uri = requireText(params, 'uri')
      if (subscriptions.has(uri)) return {}
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new RequestRefusedError(
          RPC_CODES.invalidRequest,
          `A session has at most ${MAX_SUBSCRIPTIONS} subscriptions.`,
        )
      }
      const stop = await context.subscribe(uri, ask(scope))
      if (stop === undefined) throw resourceNotFound(uri)
      // It may have been asked for twice at once, or the session may have ended.
      if (subscriptions.has(uri) || scope.signal.aborted) stop()
      else subscriptions.set(uri, stop)
      return {}
    },
    'resources/unsubscribe': async (params) => {
      unsubscribe(requireText(params, 'uri'))
      return {}
    },
  }
  const promptAnswers: Record<string, Answer> = {
    'prompts/list': list('prompts', 'name', context.listPrompts),
    'prompts/get': async (params, scope) => {
      const name = requireText(params, 'name')
      const args = isJsonObject(params.arguments) ? params.arguments : {}
      const missing = (): never => {
        throw invalidParams(`There is no prompt ${quote(name)}.`)
      }
      return (await context.getPrompt(name, args, ask(scope))) ?? missing()
    },
  }
  const completionAnswers: Record<string, Answer> = {
    'completion/complete': async (params, scope) =>
      (await context.complete(params, ask(scope))) ?? { completion: { values: [] } },
  }
  return {
    capabilities: {
      ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
      ...(prompts ? { prompts: { listChanged: true } } : {}),
      ...(completions ? { completions: {} } : {}),
    },
    answers: whenReady(parts.servers.wake, {
      ...(resources ? resourceAnswers : {}),
      ...(prompts ? promptAnswers : {}),
      ...(completions ? completionAnswers : {}),
    }),
    follow: (channel) =>
      context.onChange((change) => {
        if (change.type === 'resourcesChanged' && resources) {
          channel.notify('notifications/resources/list_changed')
        }
        if (change.type === 'promptsChanged' && prompts) channel.notify('notifications/prompts/list_changed')
        if (isSubscribed(change)) channel.notify('notifications/resources/updated', { uri: change.uri })
      }),
    end: () => {
      for (const uri of [...subscriptions.keys()]) unsubscribe(uri)
    },
  }

  function isSubscribed(change: ContextChange): change is ContextChange & { readonly uri: string } {
    return change.type === 'resourceUpdated' && subscriptions.has(change.uri)
  }
}

/** What a server has is not known before it is connected. */
function whenReady(
  ready: () => Promise<void>,
  answers: Readonly<Record<string, Answer>>,
): Readonly<Record<string, Answer>> {
  const entries = Object.entries(answers).map(([method, answer]): [string, Answer] => [
    method,
    async (params, scope) => {
      await ready()
      return answer(params, scope)
    },
  ])
  return Object.fromEntries(entries)
}

function requireText(params: JsonObject, member: string): string {
  const value = params[member]
  if (typeof value === 'string') return value
  throw invalidParams(`${member} is a text, not ${quote(value)}.`)
}

function resourceNotFound(uri: string): RequestRefusedError {
  return new RequestRefusedError(RPC_CODES.resourceNotFound, `There is no resource ${quote(uri)}.`, { uri })
}
