import type { McpConnection } from '@toolscout/mcp'
import { requireKnownMembers } from '@toolscout/model'
import type { Caller, Registry } from '../registry.ts'
import type { ContextChange, ContextSource } from './context-source.ts'
import { createListeners } from './listeners.ts'
import { createMergedContext, type NamedContext } from './merged-context.ts'
import { createServerContext, type Subscriptions } from './server-context.ts'

/** What {@link createContext} can be told. */
export interface ContextOptions {
  /** What the application offers itself; it wins over the servers. Default: nothing. */
  readonly local?: ContextSource | undefined
  /** Whether a server's resources and prompts exist for a caller. One that throws hides them. Default: all for everybody. */
  readonly allows?: ((server: string, caller: Caller) => boolean) | undefined
}

interface Attached {
  readonly connection: McpConnection
  readonly source: ContextSource
  readonly subscriptions: Subscriptions
}

/** The name of what the application offers itself, where prompts have to be told apart. */
const LOCAL = 'local'

/**
 * Everything beside tools that the servers of a registry offer, and the application itself: resources, prompts,
 * completions, and the news of them. Servers that are not connected are left out until they are.
 *
 * Of a clash the first wins, in the order local, then servers as they were added; prompts of one name are told apart as
 * `server__prompt`.
 */
export function createContext(registry: Registry, options: ContextOptions = {}): ContextSource {
  requireKnownMembers('the options of a context', options, ['local', 'allows'])
  const { local, allows = () => true } = options
  const { tell, listen } = createListeners<ContextChange>()
  const attached = new Map<string, Attached>()
  local?.onChange(tell)

  const attach = (server: string): ContextSource | undefined => {
    const connection = registry.connection(server)
    const before = attached.get(server)
    if (connection === undefined) return undefined
    if (before?.connection === connection) return before.source
    const subscriptions: Subscriptions = before?.subscriptions ?? new Map()
    const source = createServerContext(connection, subscriptions, () => registry.connection(server))
    attached.set(server, { connection, source, subscriptions })
    source.onChange((change) => {
      // The last words of a connection that was replaced.
      if (attached.get(server)?.source === source) tell(change)
    })
    const { resources, prompts } = source.capabilities()
    if (resources) tell({ type: 'resourcesChanged' })
    if (prompts) tell({ type: 'promptsChanged' })
    return source
  }
  // Tools come with every connection, so that this hears of new ones that nobody has asked yet.
  registry.onToolsChanged(() => {
    for (const { name } of registry.servers()) attach(name)
  })

  const isAllowed = (server: string, principal: string): boolean => {
    try {
      return allows(server, { principal })
    } catch {
      return false
    }
  }
  return createMergedContext({
    sources: (principal) => {
      const servers = registry.servers().flatMap(({ name }): readonly NamedContext[] => {
        const source = isAllowed(name, principal) ? attach(name) : undefined
        return source === undefined ? [] : [{ name, source }]
      })
      return [...(local === undefined ? [] : [{ name: LOCAL, source: local }]), ...servers]
    },
    // What a server offers is known when it is connected, and a client is told once: at the beginning.
    capabilities: () =>
      registry.servers().length > 0
        ? { resources: true, prompts: true, completions: true }
        : (local?.capabilities() ?? { resources: false, prompts: false, completions: false }),
    onChange: listen,
  })
}
