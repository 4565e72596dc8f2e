import { type McpConnection, McpRequestError } from '@toolscout/mcp'
import type { McpRequestMethod } from '@toolscout/mcp/internal'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject, raceSignal } from '@toolscout/model/internal'
import { createListeners } from '../listeners.ts'
import { RequestRefusedError, RPC_CODES } from '../serve/request-error.ts'
import type { ContextAsk, ContextChange, ContextList, ContextSource } from './context-source.ts'

/** Pages of one listing, and items of it, that are read of a server. */
const MAX_PAGES = 100
const MAX_ITEMS = 10_000
/** How long a server may take to list, in milliseconds; the listings of all servers wait for the slowest. */
const LIST_TIMEOUT_MS = 10_000

type Section = 'resources' | 'prompts' | 'completions'

/** Which resources of a server are subscribed to, and how often; outlives its connections. */
export type Subscriptions = Map<string, number>

/** What one server offers. */
export interface ServerContext extends ContextSource {
  /** Hears nothing more of the connection. */
  readonly close: () => void
}

/**
 * The resources, prompts and completions of a server, over one connection. Lists are kept until the server says that
 * they changed. `current` is the connection of the moment.
 */
export function createServerContext(
  connection: McpConnection,
  subscriptions: Subscriptions,
  current: () => McpConnection | undefined,
): ServerContext {
  const { tell, listen } = createListeners<ContextChange>()
  const kept = new Map<McpRequestMethod, Promise<ContextList>>()
  const offers = (section: Section): boolean => connection.capabilities[section] !== undefined
  const saysChanges = (section: Section): boolean => flag(connection.capabilities[section], 'listChanged')

  const close = connection.onNotification(({ method, params }) => {
    if (method === 'notifications/resources/list_changed') {
      kept.delete('resources/list')
      kept.delete('resources/templates/list')
      tell({ type: 'resourcesChanged' })
    } else if (method === 'notifications/prompts/list_changed') {
      kept.delete('prompts/list')
      tell({ type: 'promptsChanged' })
    } else if (method === 'notifications/resources/updated' && typeof params.uri === 'string') {
      tell({ type: 'resourceUpdated', uri: params.uri })
    }
  })

  const list = (section: Section, method: McpRequestMethod, member: string) => {
    return async ({ signal }: ContextAsk): Promise<ContextList> => {
      if (!offers(section)) return NOTHING
      const known = kept.get(method)
      const listing = known ?? listAll(connection, method, member)
      if (known === undefined && saysChanges(section)) {
        kept.set(method, listing)
        // One that failed is tried again.
        listing.catch(() => kept.delete(method))
      }
      return raceSignal(listing, signal)
    }
  }
  const ask = async (
    method: McpRequestMethod,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject | undefined> => {
    try {
      return await connection.request(method, params, { signal })
    } catch (error) {
      const code = error instanceof McpRequestError ? error.details.rpcCode : undefined
      if (code === undefined) throw error
      if (NOT_THERE.includes(code)) return undefined
      throw new RequestRefusedError(code, (error as McpRequestError).message)
    }
  }
  for (const uri of subscriptions.keys()) {
    connection.request('resources/subscribe', { uri }).catch(() => undefined)
  }

  return Object.freeze({
    capabilities: () => ({
      resources: offers('resources'),
      prompts: offers('prompts'),
      completions: offers('completions'),
    }),
    listResources: list('resources', 'resources/list', 'resources'),
    listResourceTemplates: list('resources', 'resources/templates/list', 'resourceTemplates'),
    readResource: async (uri: string, { signal }: ContextAsk) =>
      offers('resources') ? ask('resources/read', { uri }, signal) : undefined,
    subscribe: async (uri: string, { signal }: ContextAsk) => {
      if (!flag(connection.capabilities.resources, 'subscribe')) return undefined
      const answer = subscriptions.has(uri) ? {} : await ask('resources/subscribe', { uri }, signal)
      if (answer === undefined) return undefined
      subscriptions.set(uri, (subscriptions.get(uri) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const rest = (subscriptions.get(uri) ?? 1) - 1
        if (rest > 0) return void subscriptions.set(uri, rest)
        subscriptions.delete(uri)
        current()
          ?.request('resources/unsubscribe', { uri })
          .catch(() => undefined)
      }
    },
    listPrompts: list('prompts', 'prompts/list', 'prompts'),
    getPrompt: async (name: string, args: JsonObject, { signal }: ContextAsk) =>
      ask('prompts/get', { name, arguments: args }, signal),
    complete: async (params: JsonObject, { signal }: ContextAsk) =>
      offers('completions') ? ask('completion/complete', params, signal) : undefined,
    onChange: listen,
    close,
  } satisfies ServerContext)
}

const NOTHING: ContextList = Object.freeze({ items: [], warnings: [] })
/** What servers answer about what they do not have. */
const NOT_THERE: readonly number[] = [RPC_CODES.resourceNotFound, RPC_CODES.methodNotFound]

function flag(section: unknown, member: string): boolean {
  return isJsonObject(section) && section[member] === true
}

async function listAll(
  connection: McpConnection,
  method: McpRequestMethod,
  member: string,
): Promise<ContextList> {
  const items: JsonObject[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  const deadline = AbortSignal.timeout(LIST_TIMEOUT_MS)
  for (let page = 0; page < MAX_PAGES && items.length < MAX_ITEMS; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await connection.request(method, params, { signal: deadline, timeoutMs: LIST_TIMEOUT_MS })
    const told: unknown = answer[member]
    if (Array.isArray(told)) items.push(...told.filter(isJsonObject))
    const next = answer.nextCursor
    if (typeof next !== 'string') return { items: items.slice(0, MAX_ITEMS), warnings: [] }
    if (cursors.has(next)) break
    cursors.add(next)
    cursor = next
  }
  const warning = `The ${member} of "${connection.name}" go on and on; the first ${items.length} are told.`
  return { items: items.slice(0, MAX_ITEMS), warnings: [warning] }
}
