import type { McpConnection } from '@toolscout/mcp'
import { requireKnownMembers } from '@toolscout/model/internal'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../gateway-options.ts'
import { createListeners } from '../listeners.ts'
import type { ContextChange, ContextSource } from './context-source.ts'
import { createMergedContext, type NamedContext } from './merged-context.ts'
import { createServerContext, type ServerContext, type Subscriptions } from './server-context.ts'

/** Options of {@link createContext}. */
export interface ContextOptions {
  /** What the application offers itself; it wins over the servers. Default: nothing. */
  readonly local?: ContextSource | undefined
  /**
   * Whether a server's resources and prompts exist for a caller. One that throws hides them. Default: they do where the
   * server does, which under a policy is where he knows one of its tools.
   */
  readonly allows?: ((server: string, caller: Caller) => boolean) | undefined
}

/** A context that follows the servers of a gateway. */
export interface GatewayContext extends ContextSource {
  /** Lets go of the gateway: nothing is heard of any more, and nothing may be asked. */
  readonly close: () => void
}

interface Attached {
  readonly connection: McpConnection
  readonly source: ServerContext
  readonly subscriptions: Subscriptions
}

/** The prefix of the application's own prompts where names clash. */
const LOCAL = 'local'

/**
 * Everything beside tools that the servers of a gateway offer, and the application itself: resources, prompts,
 * completions, and the news of them. Servers that are not connected are left out until they are.
 *
 * Of a clash the first wins, in the order local, then servers as they were added; prompts of the same name become
 * `server__prompt`.
 */
export function createContext(gateway: Gateway, options: ContextOptions = {}): GatewayContext {
  requireKnownMembers('the options of a context', options, ['local', 'allows'])
  const { local, allows } = options
  const { tell, listen } = createListeners<ContextChange>()
  const attached = new Map<string, Attached>()

  const attach = (server: string): ContextSource | undefined => {
    const connection = gateway.connection(server)
    const before = attached.get(server)
    if (connection === undefined) return undefined
    if (before?.connection === connection) return before.source
    // A replaced connection is not heard any more.
    before?.source.close()
    const subscriptions: Subscriptions = before?.subscriptions ?? new Map()
    const source = createServerContext(connection, subscriptions, () => gateway.connection(server))
    attached.set(server, { connection, source, subscriptions })
    source.onChange(tell)
    const { resources, prompts } = source.capabilities()
    if (resources) tell({ type: 'resourcesChanged' })
    if (prompts) tell({ type: 'promptsChanged' })
    return source
  }
  const stops = [
    // A new connection knows no subscriptions, and clients may never subscribe again.
    gateway.onEvent((event) => {
      if (event.type === 'serverStateChanged' && event.state === 'ready') attach(event.server)
    }),
    ...(local === undefined ? [] : [local.onChange(tell)]),
  ]
  for (const { name } of gateway.servers()) attach(name)

  const serversFor = (principal: string): readonly string[] => {
    if (allows === undefined) return gateway.servers({ principal }).map(({ name }) => name)
    return gateway.servers().flatMap(({ name }) => {
      try {
        return allows(name, { principal }) ? [name] : []
      } catch {
        return []
      }
    })
  }
  const context = createMergedContext({
    sources: (principal) => {
      const servers = serversFor(principal).flatMap((name): readonly NamedContext[] => {
        const source = attach(name)
        return source === undefined ? [] : [{ name, source }]
      })
      return [...(local === undefined ? [] : [{ name: LOCAL, source: local }]), ...servers]
    },
    // A server's capabilities are known once it is connected; a client reads ours once, at the beginning.
    capabilities: () =>
      gateway.servers().length > 0
        ? { resources: true, prompts: true, completions: true }
        : (local?.capabilities() ?? { resources: false, prompts: false, completions: false }),
    onChange: listen,
  })
  return Object.freeze({
    ...context,
    close: () => {
      for (const stop of stops) stop()
      for (const { source } of attached.values()) source.close()
    },
  })
}
