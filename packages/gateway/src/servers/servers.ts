import { McpConfigError, type McpServerConfig } from '@toolscout/mcp'
import type { ToolscoutError } from '@toolscout/model'
import {
  checkOption,
  checkOptions,
  MAX_TIMEOUT_MS,
  nearestNames,
  type OptionKind,
  observeFact,
} from '@toolscout/model/internal'
import { type BackendGuard, createBackendGuard, createBulkhead } from '@toolscout/runtime/internal'
import { ServerExistsError, ServerNotFoundError } from '../errors.ts'
import type { GatewayOptions, ServerOptions } from '../gateway-options.ts'
import type { ServerStatus } from '../server-status.ts'
import { ManagedServer } from './managed-server.ts'
import type { ServerDeps, ServerSettings } from './server-record.ts'
import { statusOfUnusable, type UnusableServer } from './unusable-server.ts'

/** Calls at once that one process bears; a server behind a URL has the default of guards. */
const MAX_PROCESS_CALLS = 8
/** Servers that are connected at the same time, and those that may wait for that. */
const CONNECT_SLOTS = {
  name: 'connecting servers',
  maxRunning: 16,
  maxWaiting: 1_000_000,
  maxWaitMs: MAX_TIMEOUT_MS,
}

/** A server and everything that is kept with it. */
export interface ServerEntry {
  readonly server: ManagedServer
  readonly guard: BackendGuard
  readonly settings: ServerSettings
}

/** What servers are made of. */
export interface ServersDeps
  extends Omit<ServerDeps, 'settings' | 'guard' | 'slots' | 'countTools' | 'onOtherwise'> {
  /** Settings by the name of the server. */
  readonly settings: NonNullable<GatewayOptions['servers']>
}

const OPTIONS = {
  trusted: 'boolean',
  atMostOnce: 'list',
  tags: 'list',
  alwaysVisible: 'list',
  disabled: 'boolean',
} satisfies { [Option in keyof ServerOptions]-?: OptionKind }

/** The servers of a gateway, by name. */
export class Servers {
  readonly #deps: ServersDeps
  readonly #slots: ServerDeps['slots']
  readonly #entries = new Map<string, ServerEntry>()
  readonly #unusable = new Map<string, UnusableServer>()
  #created = 0
  /** How many tools each server has, counted once for every version of the index. */
  #counted: { readonly version: number; readonly tools: ReadonlyMap<string, number> } | undefined

  /** @throws TypeError for an unknown setting. */
  constructor(deps: ServersDeps) {
    for (const [name, settings] of Object.entries(deps.settings)) {
      checkOption(`servers.${name}`, settings, { members: OPTIONS })
    }
    this.#deps = deps
    this.#slots = createBulkhead({ ...CONNECT_SLOTS, clock: deps.clock })
  }

  /** Takes the place of one of that name that could not be used. @throws ServerExistsError `SERVER_EXISTS`. */
  add(config: McpServerConfig, options: ServerOptions = {}): ServerEntry {
    checkOptions('the options of a server', options, OPTIONS)
    const { name } = config
    if (typeof name !== 'string' || name.trim() === '') {
      throw new McpConfigError('The name of a server must not be empty.', { source: 'config', path: 'name' })
    }
    if (this.#entries.has(name)) throw new ServerExistsError(name)
    return this.#create(config, toSettings(config, this.#deps.settings[name], options))
  }

  /** Remembers a server whose configuration cannot be used; one that is there already stays as it is. */
  hold(name: string, error: ToolscoutError): void {
    if (this.#entries.has(name)) return
    this.#unusable.set(name, { error, since: this.#deps.clock.now() })
    this.#created += 1
  }

  /** Whether only the name of a server is known. */
  isHeld(name: string): boolean {
    return this.#unusable.has(name)
  }

  /** How many were added or renewed so far: their settings may differ from then on. */
  get created(): number {
    return this.#created
  }

  get(name: string): ServerEntry | undefined {
    return this.#entries.get(name)
  }

  /** @throws ServerNotFoundError `SERVER_NOT_FOUND` with the nearest names; why its configuration cannot be used. */
  getOrThrow(name: string): ServerEntry {
    const entry = this.#entries.get(name)
    if (entry !== undefined) return entry
    const unusable = this.#unusable.get(name)
    if (unusable !== undefined) throw unusable.error
    throw new ServerNotFoundError(name, nearestNames(name, [...this.#entries.keys()], { max: 3 }))
  }

  /** In the order they came. */
  list(): readonly ServerEntry[] {
    return [...this.#entries.values()]
  }

  /** All of them, those that cannot be used behind the others. */
  statuses(): readonly ServerStatus[] {
    const unusable = [...this.#unusable].map(([name, one]) => statusOfUnusable(name, one))
    return [...this.list().map(({ server }) => server.status()), ...unusable]
  }

  delete(name: string): void {
    this.#entries.delete(name)
    this.#unusable.delete(name)
  }

  /** Puts one nothing was tried with in the place of one that was stopped. */
  renew(name: string, { disabled }: { readonly disabled: boolean }): ServerEntry {
    const { server, settings } = this.getOrThrow(name)
    return this.#create(server.config, { ...settings, disabled })
  }

  #create(config: McpServerConfig, settings: ServerSettings): ServerEntry {
    const { clock, observer } = this.#deps
    const { name } = config
    const guard = createBackendGuard({
      name,
      clock,
      bulkhead: config.transport === 'stdio' ? { maxRunning: MAX_PROCESS_CALLS } : undefined,
      onStateChange: (state) => observeFact(observer, () => ({ kind: 'breaker', server: name, state })),
    })
    const countTools = (): number => this.#countTools().get(name) ?? 0
    const onOtherwise = (server: string): void => this.#listReplicas(server)
    const deps = { ...this.#deps, settings, guard, slots: this.#slots, countTools, onOtherwise }
    const entry = Object.freeze({ server: new ManagedServer(config, deps), guard, settings })
    this.#entries.set(name, entry)
    this.#unusable.delete(name)
    this.#created += 1
    return entry
  }

  /** What cannot be listed now is listed when it is connected again; its status says why. */
  #listReplicas(of: string): void {
    for (const { server } of this.list())
      if (server.config.replicaOf === of && server.state() === 'ready') server.refresh().catch(() => {})
  }

  #countTools(): ReadonlyMap<string, number> {
    const { index } = this.#deps.discovery
    if (this.#counted?.version === index.version) return this.#counted.tools
    const tools = new Map<string, number>()
    for (const { summary } of index.list({ backends: ['mcp'] })) {
      for (const backend of summary.backends) {
        if (backend.kind === 'mcp') tools.set(backend.server, (tools.get(backend.server) ?? 0) + 1)
      }
    }
    this.#counted = { version: index.version, tools }
    return tools
  }
}

/** The setting nearest to the caller wins: its own, then the gateway's, then the configuration's. */
function toSettings(
  config: McpServerConfig,
  known: ServerOptions = {},
  given: ServerOptions = {},
): ServerSettings {
  return Object.freeze({
    trusted: given.trusted ?? known.trusted ?? config.trusted ?? false,
    atMostOnce: given.atMostOnce ?? known.atMostOnce ?? [],
    tags: given.tags ?? known.tags ?? config.tags ?? [],
    alwaysVisible: given.alwaysVisible ?? known.alwaysVisible ?? config.alwaysVisible ?? [],
    disabled: given.disabled ?? known.disabled ?? false,
  })
}
