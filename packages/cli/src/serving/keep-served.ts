import type { Gateway } from '@toolscout/gateway'
import type { McpConnection } from '@toolscout/mcp'
import { knownEra } from '@toolscout/mcp/internal'
import { messageOf } from '@toolscout/model/internal'
import { CacheFolder, serverKey, serversKey } from '../catalog/cache-folder.ts'
import type { ServerListing } from '../catalog/kept-store.ts'
import { listConnection } from '../catalog/list-servers.ts'
import { type LayeredConfig, usableServers } from '../config/layers.ts'
import type { CliHost } from '../host.ts'
import { judgeListings } from '../pins/judge-tools.ts'

/** How long servers that do not come are waited for before what the others said is kept. */
const SETTLE_MS = 60_000
/** An unchanged listing older than this is written again, so that it does not count as stale. */
const RENEW_MS = 3_600_000

/** What keeping needs. */
export interface KeepServedOptions {
  readonly gateway: Gateway
  /** Reads what the configuration says now, with servers that are not served among its own. */
  readonly load: () => Promise<LayeredConfig>
  readonly host: CliHost
  readonly warn: (line: string) => void
}

/**
 * Keeps what the servers of a gateway list, for the next start and for other commands. A server is asked once more over
 * the connection that is there, since the definitions as it gave them are kept. Nothing is kept as long as a server was
 * never listed: it would look like a server without tools.
 */
export class ServedKeeper {
  readonly #options: KeepServedOptions
  readonly #cache: CacheFolder
  readonly #asked = new Map<string, { readonly connection: McpConnection; readonly listing: ServerListing }>()
  readonly #changed = new Set<string>()
  readonly #ended = new AbortController()
  readonly #stopListening: () => void
  #running: Promise<void> | undefined

  constructor(options: KeepServedOptions) {
    this.#options = options
    this.#cache = new CacheFolder(options.host)
    this.#stopListening = options.gateway.onEvent((event) => {
      if (event.type !== 'serverListed') return
      this.#changed.add(event.server)
      this.#running ??= this.#keepAll()
    })
  }

  /** Resolves when nothing is being kept any more. */
  async stop(): Promise<void> {
    this.#stopListening()
    this.#ended.abort()
    await this.#running
  }

  async #keepAll(): Promise<void> {
    const { gateway, warn, host } = this.#options
    const { signal } = this.#ended
    try {
      while (this.#changed.size > 0) {
        await gateway.settled({ timeoutMs: SETTLE_MS, signal })
        const names = [...this.#changed]
        this.#changed.clear()
        // A server that fails just now says so when it is listed the next time.
        await Promise.allSettled(names.map((name) => this.#ask(name)))
        signal.throwIfAborted()
        await this.#keep()
      }
    } catch (error) {
      if (!signal.aborted && !host.signal.aborted)
        warn(`What servers list could not be cached: ${messageOf(error)}`)
    } finally {
      this.#running = undefined
    }
  }

  async #ask(server: string): Promise<void> {
    const { gateway, host } = this.#options
    const connection = gateway.connection(server)
    if (connection === undefined) return
    const { signal } = this.#ended
    this.#asked.set(server, {
      connection,
      listing: await listConnection(connection, server, { signal, now: host.now }),
    })
  }

  async #keep(): Promise<void> {
    const { load, host } = this.#options
    const config = await load()
    const configs = usableServers(config)
    const key = serversKey(configs)
    const earlier = await this.#cache.read(key)
    const before = await this.#cache.listings(earlier)
    const listings = configs.flatMap((config) =>
      this.#listingOf(config.name, before).map((listing) => ({
        ...listing,
        key: serverKey(config),
        era: knownEra(config),
        replicaOf: config.replicaOf,
      })),
    )
    if (listings.length < configs.length) return
    const isSame = earlier !== undefined && contentOf(listings) === contentOf(before)
    if (isSame && host.now() - earlier.listedAt < RENEW_MS) return
    this.#ended.signal.throwIfAborted()
    // This is another answer than the one the gateway looked at.
    await judgeListings(listings, { host, configs, settings: config, earlier: async () => before })
    await this.#cache.write(key, listings)
  }

  /** What a server said now or, where it is not connected, before; nothing where it never said anything. */
  #listingOf(name: string, before: readonly ServerListing[]): readonly ServerListing[] {
    const { gateway, host } = this.#options
    const asked = this.#asked.get(name)
    if (asked !== undefined && asked.connection === gateway.connection(name)) return [asked.listing]
    const had = before.find(({ server }) => server === name)
    const failure = gateway.servers().find((server) => server.name === name)?.error
    if (failure === undefined) return had === undefined ? [] : [had]
    return [{ server: name, definitions: [], listedAt: host.now(), ...had, failure }]
  }
}

/** What listings say, whenever it was. */
function contentOf(listings: readonly ServerListing[]): string {
  return JSON.stringify(listings.map(({ listedAt: _, ...content }) => content))
}
