import type { JsonObject, ToolClient } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import type { ContextAsk, ContextList, ContextSource } from '../context/context-source.ts'
import type { ClientChannel, RequestScope } from './client-channel.ts'
import { listPage } from './list-pages.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import type { ServeDeps } from './served.ts'

/** Subscriptions that a session, or a request to listen, may have; each costs a listener here and maybe one at a server. */
export const MAX_SUBSCRIPTIONS = 1_000

type Answer = (params: JsonObject, scope: RequestScope, client?: ToolClient) => Promise<JsonObject>
type ListItems = (ask: ContextAsk) => Promise<ContextList>

/** What a session answers about resources, prompts and completions. */
export class ContextAnswers {
  readonly #context: ContextSource
  readonly #principal: string
  readonly #deps: Pick<ServeDeps, 'wake' | 'tell' | 'pageLimits'>
  readonly #offered: ReturnType<ContextSource['capabilities']>
  readonly #answers: ReadonlyMap<string, Answer>
  readonly #subscriptions = new Map<string, () => void>()

  /** The answers of one session, from what `context` has for `principal`. */
  constructor(
    context: ContextSource,
    principal: string,
    deps: Pick<ServeDeps, 'wake' | 'tell' | 'pageLimits'>,
  ) {
    this.#context = context
    this.#principal = principal
    this.#deps = deps
    this.#offered = context.capabilities()
    const { resources, prompts, completions } = this.#offered
    this.#answers = new Map<string, Answer>([
      ...(resources ? this.#resourceAnswers() : []),
      ...(prompts ? this.#promptAnswers() : []),
      ...(completions ? this.#completionAnswers() : []),
    ])
  }

  get capabilities(): JsonObject {
    const { resources, prompts, completions } = this.#offered
    return {
      ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
      ...(prompts ? { prompts: { listChanged: true } } : {}),
      ...(completions ? { completions: {} } : {}),
    }
  }

  answerTo(method: string): Answer | undefined {
    const answer = this.#answers.get(method)
    if (answer === undefined) return undefined
    return async (params, scope, client) => {
      // What a server has is not known before it is connected.
      await this.#deps.wake()
      return answer(params, scope, client)
    }
  }

  /** Tells the client of changes. Returns the way to stop. */
  follow(channel: ClientChannel): () => void {
    const { resources, prompts } = this.#offered
    return this.#context.onChange((change) => {
      if (change.type === 'resourcesChanged' && resources) {
        channel.notify('notifications/resources/list_changed')
      }
      if (change.type === 'promptsChanged' && prompts) channel.notify('notifications/prompts/list_changed')
      if (change.type === 'resourceUpdated' && this.#subscriptions.has(change.uri)) {
        channel.notify('notifications/resources/updated', { uri: change.uri })
      }
    })
  }

  /** Ends all subscriptions. */
  end(): void {
    for (const uri of [...this.#subscriptions.keys()]) this.#unsubscribe(uri)
  }

  #resourceAnswers(): readonly [string, Answer][] {
    const context = this.#context
    return [
      ['resources/list', this.#list('resources', 'uri', (ask) => context.listResources(ask))],
      [
        'resources/templates/list',
        this.#list('resourceTemplates', 'uriTemplate', (ask) => context.listResourceTemplates(ask)),
      ],
      [
        'resources/read',
        async (params, scope, client) => {
          const uri = requireText(params, 'uri')
          const contents = await context.readResource(uri, this.#ask(scope, client))
          if (contents === undefined) throw resourceNotFound(uri)
          return contents
        },
      ],
      ['resources/subscribe', (params, scope) => this.#subscribe(requireText(params, 'uri'), scope)],
      [
        'resources/unsubscribe',
        async (params) => {
          this.#unsubscribe(requireText(params, 'uri'))
          return {}
        },
      ],
    ]
  }

  #promptAnswers(): readonly [string, Answer][] {
    const get: Answer = async (params, scope, client) => {
      const name = requireText(params, 'name')
      const args = isJsonObject(params.arguments) ? params.arguments : {}
      const prompt = await this.#context.getPrompt(name, args, this.#ask(scope, client))
      if (prompt === undefined) throw invalidParams(`There is no prompt ${quote(name)}.`)
      return prompt
    }
    return [
      ['prompts/list', this.#list('prompts', 'name', (ask) => this.#context.listPrompts(ask))],
      ['prompts/get', get],
    ]
  }

  #completionAnswers(): readonly [string, Answer][] {
    const complete: Answer = async (params, scope) =>
      (await this.#context.complete(params, this.#ask(scope))) ?? { completion: { values: [] } }
    return [['completion/complete', complete]]
  }

  #ask({ signal }: RequestScope, client?: ToolClient): ContextAsk {
    return { principal: this.#principal, signal, ...(client === undefined ? {} : { client }) }
  }

  #list(member: string, key: string, read: ListItems): Answer {
    const { tell, pageLimits } = this.#deps
    return async ({ cursor }, scope) => {
      const { items, warnings } = await read(this.#ask(scope))
      for (const warning of warnings) tell({ type: 'failed', error: warning })
      const { items: page, ...rest } = listPage(items, (item) => item[key], cursor, pageLimits)
      return { [member]: page, ...rest }
    }
  }

  async #subscribe(uri: string, scope: RequestScope): Promise<JsonObject> {
    if (this.#subscriptions.has(uri)) return {}
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      const message = `A session has at most ${MAX_SUBSCRIPTIONS} subscriptions.`
      throw new RequestRefusedError(RPC_CODES.invalidRequest, message)
    }
    const stop = await this.#context.subscribe(uri, this.#ask(scope))
    if (stop === undefined) throw resourceNotFound(uri)
    // It may have been asked for twice at once, or the session may have ended.
    if (this.#subscriptions.has(uri) || scope.signal.aborted) stop()
    else this.#subscriptions.set(uri, stop)
    return {}
  }

  #unsubscribe(uri: string): void {
    this.#subscriptions.get(uri)?.()
    this.#subscriptions.delete(uri)
  }
}

function requireText(params: JsonObject, member: string): string {
  const value = params[member]
  if (typeof value === 'string') return value
  throw invalidParams(`${member} must be a string, not ${quote(value)}.`)
}

function resourceNotFound(uri: string): RequestRefusedError {
  return new RequestRefusedError(RPC_CODES.resourceNotFound, `There is no resource ${quote(uri)}.`, { uri })
}
