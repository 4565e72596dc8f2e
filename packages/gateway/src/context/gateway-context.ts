import type { JsonObject } from '@toolscout/model'
import { createListeners, isJsonObject, messageOf, quote, raceSignal } from '@toolscout/model/internal'
import type { Gateway } from '../gateway.ts'
import type {
  ContextAsk,
  ContextCapabilities,
  ContextChange,
  ContextList,
  ContextSource,
} from './context-source.ts'
import { ServerContext } from './server-context.ts'

type Kind = 'listResources' | 'listResourceTemplates' | 'listPrompts'

/** What one server answered to a listing. */
interface ServerItems {
  readonly server: string
  readonly source: ServerContext
  readonly items: readonly JsonObject[]
}

interface NamedPrompt {
  readonly source: ServerContext
  readonly item: JsonObject
  /** The name at its server. */
  readonly own: string
  /** The name that clients see. */
  readonly name: string
}

/**
 * Everything beside tools that the servers of a gateway offer: resources, prompts, completions, and the news of them.
 * Servers that are not connected are left out until they are: the first question waits up to five seconds for those that
 * are being connected for the first time. Servers that do not exist for a caller are left out for good.
 *
 * URIs pass unchanged; where two servers have the same one, the first wins and the listing warns. A prompt keeps its name
 * where one server has it; else each is named `server__prompt`. A server that fails is a warning in a listing, and the
 * others are listed.
 */
export class GatewayContext implements ContextSource {
  readonly onChange: ContextSource['onChange']
  readonly #gateway: Gateway
  readonly #tell: (change: ContextChange) => void
  readonly #servers = new Map<string, ServerContext>()
  readonly #stop: () => void
  #begun: Promise<unknown> | undefined

  constructor(gateway: Gateway) {
    this.#gateway = gateway
    const { tell, listen } = createListeners<ContextChange>()
    this.#tell = tell
    this.onChange = listen
    // A new connection knows no subscriptions, and clients may never subscribe again.
    this.#stop = gateway.onEvent((event) => {
      if (event.type === 'serverStateChanged' && event.state === 'ready') this.#attach(event.server)
    })
    for (const { name } of gateway.servers()) this.#attach(name)
  }

  /** A server's capabilities are known once it is connected; a client reads ours once, at the beginning. */
  capabilities(): ContextCapabilities {
    const hasServers = this.#gateway.servers().length > 0
    return { resources: hasServers, prompts: hasServers, completions: hasServers }
  }

  listResources(ask: ContextAsk): Promise<ContextList> {
    return this.#listUnique('listResources', 'uri', ask)
  }

  listResourceTemplates(ask: ContextAsk): Promise<ContextList> {
    return this.#listUnique('listResourceTemplates', 'uriTemplate', ask)
  }

  readResource(uri: string, ask: ContextAsk): Promise<JsonObject | undefined> {
    return this.#firstOf(uri, ask, (source) => source.readResource(uri, ask))
  }

  subscribe(uri: string, ask: ContextAsk): Promise<(() => void) | undefined> {
    return this.#firstOf(uri, ask, (source) => source.subscribe(uri, ask))
  }

  async listPrompts(ask: ContextAsk): Promise<ContextList> {
    const { named, warnings } = await this.#namePrompts(ask)
    return { items: named.map(({ item, name }) => ({ ...item, name })), warnings }
  }

  async getPrompt(name: string, args: JsonObject, ask: ContextAsk): Promise<JsonObject | undefined> {
    const found = (await this.#namePrompts(ask)).named.find((prompt) => prompt.name === name)
    return found?.source.getPrompt(found.own, args, ask)
  }

  async complete(params: JsonObject, ask: ContextAsk): Promise<JsonObject | undefined> {
    const { ref } = params
    if (!isJsonObject(ref)) return undefined
    if (ref.type !== 'ref/prompt') {
      const { lists } = await this.#listAll('listResourceTemplates', ask)
      const owner = lists.find(({ items }) => items.some((item) => item.uriTemplate === ref.uri))
      return owner?.source.complete(params, ask)
    }
    const found = (await this.#namePrompts(ask)).named.find((prompt) => prompt.name === ref.name)
    return found?.source.complete({ ...params, ref: { ...ref, name: found.own } }, ask)
  }

  /** Lets go of the gateway: no more changes are reported. */
  close(): void {
    this.#stop()
    for (const source of this.#servers.values()) source.close()
  }

  /** What the server offers over its current connection; `undefined` while there is none. */
  #attach(server: string): ServerContext | undefined {
    const connection = this.#gateway.connection(server)
    if (connection === undefined) return undefined
    const source = this.#servers.get(server) ?? new ServerContext(this.#tell)
    this.#servers.set(server, source)
    if (source.follow(connection)) {
      const { resources, prompts } = source.capabilities()
      if (resources) this.#tell({ type: 'resourcesChanged' })
      if (prompts) this.#tell({ type: 'promptsChanged' })
    }
    return source
  }

  /** What every server that exists for the caller lists, in the order in which the servers were added. */
  async #listAll(
    kind: Kind,
    ask: ContextAsk,
  ): Promise<{ readonly lists: readonly ServerItems[]; readonly warnings: readonly string[] }> {
    const warnings: string[] = []
    const { principal, signal } = ask
    // Once, and not for long: a client that lists as soon as it starts would find nothing.
    this.#begun ??= this.#gateway.settled()
    await raceSignal(this.#begun, signal)
    const lists = this.#gateway.servers({ principal }).flatMap(({ name: server }) => {
      const source = this.#attach(server)
      if (source === undefined) return []
      const listed = async (): Promise<ServerItems> => {
        try {
          const list = await source[kind](ask)
          warnings.push(...list.warnings)
          return { server, source, items: list.items }
        } catch (error) {
          signal.throwIfAborted()
          warnings.push(`${quote(server)} could not be listed: ${messageOf(error)}`)
          return { server, source, items: [] }
        }
      }
      return [listed()]
    })
    return { lists: await Promise.all(lists), warnings }
  }

  async #listUnique(kind: Kind, key: string, ask: ContextAsk): Promise<ContextList> {
    const { lists, warnings } = await this.#listAll(kind, ask)
    const seen = new Set<unknown>()
    const clashes: string[] = []
    const items = lists.flatMap(({ server, items: own }) =>
      own.filter((item) => {
        const isNew = !seen.has(item[key])
        if (!isNew) clashes.push(`${quote(server)} has ${quote(item[key])} too; the earlier one is used.`)
        seen.add(item[key])
        return isNew
      }),
    )
    return { items, warnings: [...warnings, ...clashes] }
  }

  /** Asks the server that lists a resource, or else all, those first whose templates begin as the URI does. */
  async #firstOf<T>(
    uri: string,
    ask: ContextAsk,
    work: (source: ServerContext) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { lists } = await this.#listAll('listResources', ask)
    const owner = lists.find(({ items }) => items.some((item) => item.uri === uri))
    if (owner !== undefined) return work(owner.source)
    const templates = (await this.#listAll('listResourceTemplates', ask)).lists.map(({ source, items }) => ({
      source,
      prefix: Math.max(-1, ...items.map((item) => prefixLength(item.uriTemplate, uri))),
    }))
    let refusal: unknown
    for (const { source } of templates.sort((a, b) => b.prefix - a.prefix)) {
      try {
        const found = await work(source)
        if (found !== undefined) return found
      } catch (error) {
        ask.signal.throwIfAborted()
        refusal ??= error
      }
    }
    if (refusal !== undefined) throw refusal
    return undefined
  }

  async #namePrompts(
    ask: ContextAsk,
  ): Promise<{ readonly named: readonly NamedPrompt[]; readonly warnings: readonly string[] }> {
    const { lists, warnings } = await this.#listAll('listPrompts', ask)
    const owners = new Map<string, number>()
    for (const { items } of lists) {
      for (const name of new Set(items.map((item) => String(item.name)))) {
        owners.set(name, (owners.get(name) ?? 0) + 1)
      }
    }
    const named = lists.flatMap(({ server, source, items }) =>
      items.map((item) => {
        const own = String(item.name)
        return { source, item, own, name: owners.get(own) === 1 ? own : `${server}__${own}` }
      }),
    )
    return { named, warnings }
  }
}

/** Length of a template's literal prefix where the URI begins with it, else -1. */
function prefixLength(template: unknown, uri: string): number {
  if (typeof template !== 'string') return -1
  const prefix = template.split('{', 1)[0] ?? ''
  return uri.startsWith(prefix) ? prefix.length : -1
}
