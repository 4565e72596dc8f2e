import type { Gateway } from '@toolscout/gateway'
import type { McpConnection } from '@toolscout/mcp'
import { messageOf } from '@toolscout/model/internal'
import type { ServerListing } from '../catalog/cache-folder.ts'
import { openCacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { writeKeptStore } from '../catalog/kept-store.ts'
import { type LayeredConfig, usableServers } from '../config/layers.ts'
import { placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import { judgeListings } from '../pins/judge-tools.ts'

/** How long servers that do not come are waited for before what the others said is kept. */
const SETTLE_MS = 60_000
/** An unchanged listing older than this is written again, so that it does not count as stale. */
const RENEW_MS = 3_600_000

/** What keeping needs. */
export interface KeepServedOptions {
  readonly gateway: Pick<Gateway, 'connection' | 'onEvent' | 'servers' | 'settled'>
  /** Reads what the configuration says now, with servers that are not served among its own. */
  readonly load: () => Promise<Pick<LayeredConfig, 'servers' | 'pins'>>
  readonly host: CliHost
  readonly warn: (line: string) => void
}

/** Keeps what servers say. */
export interface ServedKeeper {
  /** Resolves when nothing is being kept. */
  readonly idle: () => Promise<void>
  readonly stop: () => void
}

/**
 * Keeps what the servers of a gateway list, for the next start and for other commands. A server is asked once more over
 * the connection that is there, since the definitions as it gave them are kept. Nothing is kept as long as a server was
 * never listed: it would look like a server without tools.
 */
export function keepServed({ gateway, load, host, warn }: KeepServedOptions): ServedKeeper {
  const cache = openCacheFolder(placesOf(host).cache, host.now)
  const asked = new Map<string, { readonly connection: McpConnection; readonly listing: ServerListing }>()
  const changed = new Set<string>()
  const ended = new AbortController()
  const { signal } = ended
  let running: Promise<void> | undefined

  const ask = async (server: string): Promise<void> => {
    const connection = gateway.connection(server)
    if (connection === undefined) return
    const { definitions, complete, reason } = await connection.list({ signal })
    const incomplete = complete ? {} : { incomplete: reason ?? 'The server did not give all.' }
    asked.set(server, { connection, listing: { server, definitions, listedAt: host.now(), ...incomplete } })
  }
  const keep = async (): Promise<void> => {
    const names = [...changed]
    changed.clear()
    // A server that fails just now says so when it is listed the next time.
    await Promise.allSettled(names.map(ask))
    signal.throwIfAborted()
    const config = await load()
    const configs = usableServers(config)
    const key = serversKey(configs)
    const earlier = await cache.read(key)
    const before = new Map(
      (earlier === undefined ? [] : await cache.listings(earlier)).map((one) => [one.server, one]),
    )
    const errors = new Map(gateway.servers().map(({ name, error }) => [name, error]))
    const listings = configs.flatMap(({ name }): ServerListing[] => {
      const fresh = asked.get(name)
      if (fresh !== undefined && fresh.connection === gateway.connection(name)) return [fresh.listing]
      const had = before.get(name)
      const failure = errors.get(name)
      if (failure === undefined) return had === undefined ? [] : [had]
      return [{ server: name, definitions: [], listedAt: host.now(), ...had, failure }]
    })
    if (listings.length < configs.length) return
    const isSame = earlier !== undefined && contentOf(listings) === contentOf([...before.values()])
    if (isSame && host.now() - earlier.listedAt < RENEW_MS) return
    signal.throwIfAborted()
    // This is another answer than the one the gateway looked at.
    await judgeListings(listings, {
      host,
      configs,
      settings: config.pins,
      earlier: async () => [...before.values()],
    })
    await cache.write(key, listings, (folder) => writeKeptStore(folder, listings))
  }
  const keepAll = async (): Promise<void> => {
    try {
      while (changed.size > 0) {
        await gateway.settled({ timeoutMs: SETTLE_MS, signal })
        await keep()
      }
    } catch (error) {
      if (!signal.aborted) warn(`What servers listed could not be kept: ${messageOf(error)}`)
    } finally {
      running = undefined
    }
  }
  const stopListening = gateway.onEvent((event) => {
    if (event.type !== 'serverListed') return
    changed.add(event.server)
    running ??= keepAll()
  })
  return {
    idle: async () => running,
    stop: () => {
      stopListening()
      ended.abort()
    },
  }
}

/** What listings say, whenever it was. */
function contentOf(listings: readonly ServerListing[]): string {
  return JSON.stringify(listings.map(({ listedAt: _, ...content }) => content))
}
