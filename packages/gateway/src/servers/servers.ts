import { McpConfigError, type McpConnectOptions, type McpServerConfig } from '@toolscout/mcp'
import type { Clock, JsonObject, Observer } from '@toolscout/model'
import { nearestNames, observeFact, requireKnownMembers } from '@toolscout/model/internal'
import { type BackendGuard, createBackendGuard, createBulkhead } from '@toolscout/runtime/internal'
import { ServerExistsError, ServerNotFoundError } from '../errors.ts'
import type { ServerOptions, ServerSettings } from '../gateway-options.ts'
import { createManagedServer } from './managed-server.ts'
import type { ManagedServer, ManagedServerDeps } from './server.ts'
import type { FullServerLimits } from './server-limits.ts'

/** Calls at once that one process bears; a server behind a URL has the default of guards. */
const MAX_PROCESS_CALLS = 8
/** Servers that may wait to be connected. */
const MAX_WAITING_SERVERS = 1_000_000

/** A server and everything that is kept with it. */
export interface ServerEntry {
  readonly server: ManagedServer
  readonly guard: BackendGuard
  readonly settings: { readonly [Option in keyof ServerOptions]-?: NonNullable<ServerOptions[Option]> }
}

/** The servers of a gateway, by name. */
export interface Servers {
  /** @throws ServerExistsError `SERVER_EXISTS`. */
  readonly add: (config: McpServerConfig, options?: ServerOptions) => ServerEntry
  readonly get: (name: string) => ServerEntry | undefined
  /** @throws ServerNotFoundError `SERVER_NOT_FOUND` with the nearest names. */
  readonly getOrThrow: (name: string) => ServerEntry
  /** In the order they came. */
  readonly list: () => readonly ServerEntry[]
  readonly delete: (name: string) => void
  /** Puts one nothing was tried with in the place of one that was stopped. */
  readonly renew: (name: string, options: { readonly disabled: boolean }) => ServerEntry
}

/** What servers are made of. */
export interface ServersDeps {
  readonly settings: ServerSettings
  readonly connectOptions: Omit<McpConnectOptions, 'signal'>
  /** What servers may ask of clients; absent for nothing. */
  readonly relay: JsonObject | undefined
  readonly limits: FullServerLimits
  readonly clock: Clock
  readonly random: () => number
  readonly observer: Observer | undefined
  readonly callbacksOf: (
    name: string,
    settings: ServerEntry['settings'],
  ) => Pick<ManagedServerDeps, 'register' | 'countTools' | 'onState' | 'onListed'>
}

const OPTIONS = Object.keys({
  trusted: true,
  tags: true,
  alwaysVisible: true,
  disabled: true,
} satisfies { [Option in keyof ServerOptions]-?: true })

/** Creates a set of servers with none in it. @throws TypeError for an unknown setting. */
export function createServers(parts: ServersDeps): Servers {
  const { clock, random, limits, observer } = parts
  const entries = new Map<string, ServerEntry>()
  for (const settings of Object.values(parts.settings)) {
    requireKnownMembers('the settings of a server', settings, OPTIONS)
  }
  const slots = createBulkhead({
    name: 'connecting servers',
    clock,
    maxRunning: limits.connectConcurrency,
    maxWaiting: MAX_WAITING_SERVERS,
    maxWaitMs: 2_147_483_647,
  })

  const create = (config: McpServerConfig, settings: ServerEntry['settings']): ServerEntry => {
    const bulkhead = config.transport === 'stdio' ? { maxRunning: MAX_PROCESS_CALLS } : undefined
    const guard = createBackendGuard({
      name: config.name,
      clock,
      random,
      bulkhead,
      onStateChange: (state) =>
        observeFact(observer, () => ({ kind: 'breaker', server: config.name, state })),
    })
    const { connectOptions, relay } = parts
    const callbacks = parts.callbacksOf(config.name, settings)
    const server = createManagedServer(
      config,
      { connectOptions, relay, limits, guard, slots, clock, random, observer, ...callbacks },
      settings,
    )
    const entry = Object.freeze({ server, guard, settings })
    entries.set(config.name, entry)
    return entry
  }
  const getOrThrow = (name: string): ServerEntry => {
    const entry = entries.get(name)
    if (entry !== undefined) return entry
    throw new ServerNotFoundError(name, nearestNames(name, [...entries.keys()], { max: 3 }))
  }
  return {
    add: (config, options = {}) => {
      requireKnownMembers('the options of a server', options, OPTIONS)
      const { name } = config
      if (typeof name !== 'string' || name.trim() === '') {
        throw new McpConfigError('A server needs a name that is not empty.', {
          source: 'config',
          path: 'name',
        })
      }
      if (entries.has(name)) throw new ServerExistsError(name)
      return create(config, toSettings(config, parts.settings[name], options))
    },
    get: (name) => entries.get(name),
    getOrThrow,
    list: () => [...entries.values()],
    delete: (name) => void entries.delete(name),
    renew: (name, { disabled }) => {
      const { server, settings } = getOrThrow(name)
      return create(server.config, { ...settings, disabled })
    },
  }
}

/** The setting nearest to the caller wins: its own, then the gateway's, then the configuration's. */
function toSettings(
  config: McpServerConfig,
  known: ServerOptions = {},
  given: ServerOptions = {},
): ServerEntry['settings'] {
  return Object.freeze({
    trusted: given.trusted ?? known.trusted ?? config.trusted ?? false,
    tags: given.tags ?? known.tags ?? config.tags ?? [],
    alwaysVisible: given.alwaysVisible ?? known.alwaysVisible ?? config.alwaysVisible ?? [],
    disabled: given.disabled ?? known.disabled ?? false,
  })
}
