import type { Discovery } from '@toolscout/discovery'
import type { SourceReport } from '@toolscout/discovery/internal'
import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import { listEntries } from '@toolscout/mcp/internal'
import type { Observer, ToolListing, ToolSource } from '@toolscout/model'
import {
  countKinds,
  errorCodeOf,
  isJsonObject,
  type ObservedServer,
  observe,
  observeFact,
} from '@toolscout/model/internal'
import type { GatewayEvent } from '../gateway-event.ts'

/** Share of its tools that a server may lose without being asked twice. */
const MAX_LOSS = 0.5
/** Most warnings of one listing that an event names. */
const MAX_WARNINGS = 20

/** What listing the tools of servers takes. */
export interface ListingDeps {
  readonly discovery: Discovery
  readonly emit: (event: GatewayEvent) => void
  readonly observer: Observer | undefined
  /** Receives what a server listed, before it is read. */
  readonly onDefinitions: (server: string, definitions: readonly unknown[]) => Promise<void>
  /** Receives the tools of a listing that did not change. */
  readonly onUnchanged: (ids: readonly string[]) => void
  /** A server lists its tools otherwise than before: what stands in for it may have the same again. */
  readonly onOtherwise: (server: string) => void
}

/**
 * Lists the tools of a server, whichever connection there is, and keeps them registered. A listing that lacks more than
 * half of what was there before is asked for a second time, because servers that start up or reload report an empty list
 * for a moment.
 */
export class ServerListing {
  readonly #config: McpServerConfig
  readonly #deps: ListingDeps
  readonly #tags: readonly string[]
  readonly #connection: () => McpConnection
  readonly #source: ToolSource
  #isAdded = false
  /** Tools of the last complete listing. */
  #known = 0
  #kinds = countKinds([])

  constructor(
    config: McpServerConfig,
    deps: ListingDeps,
    { tags, connection }: { readonly tags: readonly string[]; readonly connection: () => McpConnection },
  ) {
    this.#config = config
    this.#deps = deps
    this.#tags = tags
    this.#connection = connection
    this.#source = {
      name: config.name,
      list: async ({ signal } = {}) => this.#list(signal),
      // Calls of the gateway do not come this way.
      call: async (tool, args, { entry: _, ...options } = {}) => connection().call(tool, args, options),
      onChange: () => () => {},
      // The connection belongs to the server, not to the facade.
      close: async () => {},
    }
  }

  /** Registers what the server lists, the first time and again. Rejects as listing does. */
  async register(signal: AbortSignal): Promise<SourceReport> {
    const { discovery } = this.#deps
    if (this.#isAdded) {
      const report = await discovery.refreshSource(this.#config.name, { signal })
      if (report !== undefined) return report
    }
    const { replicaOf } = this.#config
    const report = await discovery.addSource(this.#source, { signal, tags: this.#tags, replicaOf })
    this.#isAdded = true
    return report
  }

  /** Emits what was registered. */
  announce(report: SourceReport, durationMs: number): void {
    const { emit, observer, onUnchanged, onOtherwise } = this.#deps
    const server = this.#config.name
    onUnchanged(report.unchanged)
    for (const { error } of report.failures) {
      observeFact(observer, () => ({ kind: 'refused', server, reason: errorCodeOf(error) }))
    }
    const { registered, updated, unchanged, removed } = report
    const tools = registered.length + updated.length + unchanged.length
    const changes = { added: registered.length, changed: updated.length, removed: removed.length }
    const kinds = this.#kinds
    emit({ type: 'serverListed', server, tools, kinds, changes, durationMs, warnings: warningsOf(report) })
    if (updated.length + removed.length > 0) onOtherwise(server)
  }

  async #list(signal: AbortSignal | undefined): Promise<ToolListing> {
    const opened = this.#connection()
    const listed = (): Promise<ToolListing> =>
      observe(
        this.#deps.observer,
        () => ({ kind: 'listTools', server: observedServer(this.#config) }),
        () => listEntries(opened, { signal }),
        ({ definitions }) => ({ found: definitions.filter(isTool).length }),
      )
    const first = await listed()
    const isSuspect = first.complete && first.definitions.length < this.#known * (1 - MAX_LOSS)
    const confirmed = isSuspect ? await listed() : first
    if (confirmed.complete) this.#known = confirmed.definitions.length
    this.#kinds = countKinds(confirmed.definitions)
    await this.#deps.onDefinitions(this.#config.name, confirmed.definitions)
    return confirmed
  }
}

function isTool(definition: unknown): boolean {
  return !isJsonObject(definition) || definition.kind === undefined
}

function warningsOf({ complete, reason, failures, notices }: SourceReport): readonly string[] {
  const cut = [reason ?? (complete ? [] : 'The listing is not complete.')].flat()
  const refused = notices.flatMap(({ code, message }) => (code === 'SCHEMA_REFUSED' ? [message] : []))
  const broken = failures.map(({ error }) => error.message)
  return Object.freeze([...cut, ...[...broken, ...refused].slice(0, MAX_WARNINGS)])
}

/** Where a server is reached, for observers: host and port, never a path or a command. */
export function observedServer(config: McpServerConfig): ObservedServer {
  const { name } = config
  if (!('url' in config)) return { name, network: 'pipe' }
  if (!URL.canParse(config.url)) return { name, network: 'tcp' }
  const { hostname, port, protocol } = new URL(config.url)
  return { name, network: 'tcp', address: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) }
}
