import { type Discovery, openDiscovery } from '@toolscout/discovery'
import type { CatalogStore } from '@toolscout/model'
import { CacheFolder } from '../catalog/cache-folder.ts'
import { openKeptStore, type ServerListing } from '../catalog/kept-store.ts'
import type { SuspectTools } from '../catalog/scan-listings.ts'
import type { CliHost } from '../host.ts'
import { RegistryFolder } from './registry-folder.ts'
import { type RegisteredServer, shortName } from './registry-server.ts'

/** A server that would fit a request, were it connected. */
export interface NotConnected extends Omit<RegisteredServer, 'entry'> {
  /** Where it is listed. */
  readonly source: string
}

/** Most that are named: they are no answer, only where one might be. */
const MOST_SHOWN = 3
/** The namespace all of them stand under; no answer shows it. */
const NAMESPACE = 'registry'

/** An index of the servers of all registries, for as long as it is open. */
interface OpenIndex {
  readonly version: string
  readonly discovery: Discovery
  readonly store: CatalogStore
  readonly suspects: SuspectTools
}

/** Searches the registries somebody added. What is searched is derived once for every change of them, and kept. */
export class RegistrySearch {
  readonly #host: CliHost
  readonly #folder: RegistryFolder
  /** One after the other, so that an index that others search is not closed. */
  #turn: Promise<unknown> = Promise.resolve()
  #open: OpenIndex | undefined

  constructor(host: CliHost) {
    this.#host = host
    this.#folder = new RegistryFolder(host)
  }

  /**
   * Servers that fit a request, best first, three at most; nothing where none fits, and none whose text looks like orders to
   * a model or whose name a configured server has. Sends no request.
   */
  find(query: string, configured: readonly { readonly name: string }[]): Promise<readonly NotConnected[]> {
    const names = new Set(configured.map(({ name }) => name))
    const found = this.#turn.then(() => this.#find(query, names))
    this.#turn = found.catch(() => {})
    return found
  }

  /** Derives what is searched now, so that no search waits for it. */
  async prepare(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#index())
    await this.#turn
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#open?.discovery.close()
    this.#open = undefined
  }

  async #find(query: string, configured: ReadonlySet<string>): Promise<readonly NotConnected[]> {
    const index = await this.#index()
    if (index === undefined) return []
    const { discovery, store, suspects } = index
    const { signal } = this.#host
    const { hits, verdict } = await discovery.search(query, { limit: 2 * MOST_SHOWN, signal })
    if (verdict?.level === 'none') return []
    const isClean = ({ id, summary }: (typeof hits)[number]): boolean =>
      !suspects.has(id) && !configured.has(shortName(summary.name))
    const ids = hits
      .filter(isClean)
      .map(({ id }) => id)
      .slice(0, MOST_SHOWN)
    const records = await store.get(ids)
    return records.flatMap((record) =>
      record?.tool.otherMembers === undefined
        ? []
        : (record.tool.otherMembers.listed as unknown as NotConnected),
    )
  }

  async #index(): Promise<OpenIndex | undefined> {
    const version = await this.#folder.version()
    if (this.#open?.version === version) return this.#open
    await this.#open?.discovery.close()
    this.#open = undefined
    if (version === undefined) return undefined
    const cache = new CacheFolder(this.#host)
    const kept = (await cache.read(version)) ?? (await cache.write(version, [await this.#listing()]))
    const store = openKeptStore(kept.folder, this.#host.signal)
    const discovery = await openDiscovery({ store, embedder: false })
    this.#open = { version, discovery, store, suspects: await cache.suspects(kept) }
    await discovery.catalog?.restored()
    return this.#open
  }

  /** All servers as what is searched; of two of one name the first counts. */
  async #listing(): Promise<ServerListing> {
    const servers = new Map<string, NotConnected>()
    for (const { source, servers: listed } of await this.#folder.list())
      for (const { entry: _, ...server } of listed)
        if (!servers.has(server.name)) servers.set(server.name, { ...server, source })
    const definitions = [...servers.values()].map((listed) => {
      const { name, description } = listed
      return { name, description, inputSchema: { type: 'object' }, listed }
    })
    return { server: NAMESPACE, definitions, listedAt: this.#host.now() }
  }
}
