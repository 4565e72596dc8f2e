import { type McpConnection, McpRequestError } from '@toolscout/mcp'
import { listItems, type McpRequestMethod } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, raceSignal } from '@toolscout/model/internal'
import { RequestRefusedError, RPC_CODES } from '../serve/request-error.ts'
import type { ContextAsk, ContextCapabilities, ContextChange, ContextList } from './context-source.ts'

type Section = 'resources' | 'prompts' | 'completions'

/** The resources, prompts and completions of one server. Lists are kept until the server says that they changed. */
export class ServerContext {
  readonly #tell: (change: ContextChange) => void
  /** Which resources are subscribed to, and how often; outlives connections. */
  readonly #subscriptions = new Map<string, number>()
  #kept = new Map<McpRequestMethod, Promise<ContextList>>()
  #connection: McpConnection | undefined
  #stop = (): void => {}

  constructor(tell: (change: ContextChange) => void) {
    this.#tell = tell
  }

  /** Speaks over this connection from now on, and subscribes again where it is another one. Returns whether it is. */
  follow(connection: McpConnection): boolean {
    if (this.#connection === connection) return false
    this.close()
    this.#connection = connection
    this.#kept = new Map()
    this.#stop = connection.onNotification(({ method, params }) => this.#hear(method, params))
    for (const uri of this.#subscriptions.keys()) {
      connection.request('resources/subscribe', { uri }).catch(() => undefined)
    }
    return true
  }

  /** Reports no more changes. */
  close(): void {
    this.#stop()
  }

  capabilities(): ContextCapabilities {
    return {
      resources: this.#offers('resources'),
      prompts: this.#offers('prompts'),
      completions: this.#offers('completions'),
    }
  }

  listResources(ask: ContextAsk): Promise<ContextList> {
    return this.#list('resources', ['resources/list', 'resources'], ask)
  }

  listResourceTemplates(ask: ContextAsk): Promise<ContextList> {
    return this.#list('resources', ['resources/templates/list', 'resourceTemplates'], ask)
  }

  listPrompts(ask: ContextAsk): Promise<ContextList> {
    return this.#list('prompts', ['prompts/list', 'prompts'], ask)
  }

  async readResource(uri: string, ask: ContextAsk): Promise<JsonObject | undefined> {
    return this.#offers('resources') ? this.#request('resources/read', { uri }, ask) : undefined
  }

  async getPrompt(name: string, args: JsonObject, ask: ContextAsk): Promise<JsonObject | undefined> {
    return this.#request('prompts/get', { name, arguments: args }, ask)
  }

  async complete(params: JsonObject, ask: ContextAsk): Promise<JsonObject | undefined> {
    return this.#offers('completions') ? this.#request('completion/complete', params, ask) : undefined
  }

  async subscribe(uri: string, ask: ContextAsk): Promise<(() => void) | undefined> {
    if (!this.#has('resources', 'subscribe')) return undefined
    const subscriptions = this.#subscriptions
    const answer = subscriptions.has(uri) ? {} : await this.#request('resources/subscribe', { uri }, ask)
    if (answer === undefined) return undefined
    subscriptions.set(uri, (subscriptions.get(uri) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const rest = (subscriptions.get(uri) ?? 1) - 1
      if (rest > 0) return void subscriptions.set(uri, rest)
      subscriptions.delete(uri)
      this.#connection?.request('resources/unsubscribe', { uri }).catch(() => undefined)
    }
  }

  #hear(method: string, params: JsonObject): void {
    if (method === 'notifications/resources/list_changed') {
      this.#kept.delete('resources/list')
      this.#kept.delete('resources/templates/list')
      this.#tell({ type: 'resourcesChanged' })
    } else if (method === 'notifications/prompts/list_changed') {
      this.#kept.delete('prompts/list')
      this.#tell({ type: 'promptsChanged' })
    } else if (method === 'notifications/resources/updated' && typeof params.uri === 'string') {
      this.#tell({ type: 'resourceUpdated', uri: params.uri })
    }
  }

  #offers(section: Section): boolean {
    return this.#connection?.capabilities[section] !== undefined
  }

  #has(section: Section, member: string): boolean {
    const capability: unknown = this.#connection?.capabilities[section]
    return isJsonObject(capability) && capability[member] === true
  }

  async #list(
    section: Section,
    list: readonly [McpRequestMethod, string],
    { signal }: ContextAsk,
  ): Promise<ContextList> {
    const connection = this.#connection
    if (connection === undefined || !this.#offers(section)) return NOTHING
    const kept = this.#kept
    const [method] = list
    const known = kept.get(method)
    const listing = known ?? listItems(connection, list)
    if (known === undefined && this.#has(section, 'listChanged')) {
      kept.set(method, listing)
      // One that failed is tried again.
      listing.catch(() => kept.delete(method))
    }
    return raceSignal(listing, signal)
  }

  async #request(
    method: McpRequestMethod,
    params: JsonObject,
    { signal }: ContextAsk,
  ): Promise<JsonObject | undefined> {
    try {
      return await this.#connection?.request(method, params, { signal })
    } catch (error) {
      const code = error instanceof McpRequestError ? error.details.rpcCode : undefined
      if (code === undefined) throw error
      if (NOT_THERE.includes(code)) return undefined
      throw new RequestRefusedError(code, (error as McpRequestError).message)
    }
  }
}

const NOTHING: ContextList = Object.freeze({ items: [], warnings: [] })
/** What servers answer about what they do not have. */
const NOT_THERE: readonly number[] = [RPC_CODES.resourceNotFound, RPC_CODES.methodNotFound]
