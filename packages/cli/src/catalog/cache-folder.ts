import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { McpServerConfig } from '@toolscout/mcp'
import { isJsonObject, messageOf, nextTurn, parseJson, sha256 } from '@toolscout/model/internal'
import { catalogsPlace } from '../config/places.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { ListedTwins } from './compare-listings.ts'
import { draftId, isAbandoned } from './drafts.ts'
import type { ServerListing } from './kept-store.ts'
import type { SuspectTool, SuspectTools } from './scan-listings.ts'

/** Raised when the format of the folder changes; builds of another version are made again. */
const FORMAT = 5
/** An unused catalog is deleted after this time. */
const UNUSED_MS = 30 * 86_400_000

/** A catalog as it is kept: what was listed, and a store of its tools. */
export interface KeptCatalog {
  /** The folder of this build. */
  readonly folder: string
  /** When the oldest of it was listed, in milliseconds since 1970. */
  readonly listedAt: number
  /** Tools in it; fewer than were listed when some could not be read. */
  readonly tools: number
  /** What each server had when it was listed. */
  readonly servers: readonly (Omit<ServerListing, 'definitions'> & { readonly tools: number })[]
}

/** Folders of catalogs, one for each configuration or file. They are made when something is kept. */
export class CacheFolder {
  readonly #catalogs: string
  readonly #now: () => number
  readonly #signal: AbortSignal

  constructor(host: CliHost) {
    this.#catalogs = catalogsPlace(host)
    this.#now = host.now
    this.#signal = host.signal
  }

  /** The latest build; `undefined` without a usable one. */
  async read(key: string): Promise<KeptCatalog | undefined> {
    const home = join(this.#catalogs, key)
    const value = parseJson(await readFile(join(home, 'current.json'), 'utf8').catch(() => ''))
    if (!isJsonObject(value) || value.format !== FORMAT || typeof value.build !== 'string') return undefined
    // Written by this program, into a folder of this user alone.
    const { build, ...kept } = value as unknown as KeptCatalog & { readonly build: string }
    return { ...kept, folder: join(home, build) }
  }

  /**
   * What is known of servers of which no build for all of them together exists, such as after one was added: the latest
   * listing of each as it is configured now, in whichever build it is. In their order; those that were never listed are
   * left out.
   */
  async adopt(configs: readonly McpServerConfig[]): Promise<readonly ServerListing[]> {
    const keys = new Set(configs.map(serverKey))
    const found = new Map<string, ServerListing>()
    for (const name of await readdir(this.#catalogs).catch(() => [])) {
      const kept = await this.read(name)
      if (kept?.servers.some(({ key }) => key !== undefined && keys.has(key)) !== true) continue
      // Another command may put a newer build in its place just now.
      for (const listing of await this.listings(kept).catch(() => [])) {
        const { key, failure, listedAt } = listing
        if (key === undefined || !keys.has(key) || failure !== undefined) continue
        if (listedAt > (found.get(key)?.listedAt ?? -1)) found.set(key, listing)
      }
    }
    return configs.flatMap((config) => found.get(serverKey(config)) ?? [])
  }

  /** Everything a build holds; nothing where there is none. */
  async listings(kept: KeptCatalog | undefined): Promise<readonly ServerListing[]> {
    if (kept === undefined) return []
    return JSON.parse(await readFile(join(kept.folder, 'listing.json'), 'utf8')) as readonly ServerListing[]
  }

  /** Those of its tools whose texts look like orders to a model, by id; nothing where there is no build. */
  async suspects(kept: KeptCatalog | undefined): Promise<SuspectTools> {
    if (kept === undefined) return new Map()
    const text = await readFile(join(kept.folder, 'suspects.json'), 'utf8')
    return new Map((JSON.parse(text) as readonly SuspectTool[]).map((one) => [one.id, one]))
  }

  /** Tools of two servers that have something in common; nothing where there is no build. */
  async twins(kept: KeptCatalog | undefined): Promise<readonly ListedTwins[]> {
    if (kept === undefined) return []
    return JSON.parse(await readFile(join(kept.folder, 'twins.json'), 'utf8')) as readonly ListedTwins[]
  }

  /** Ctrl-C has its turn between steps, of which each takes a second for thousands of tools. */
  async #turn(): Promise<void> {
    await nextTurn()
    this.#signal.throwIfAborted()
  }

  /** Keeps a catalog, the tools next to the listing. A build is there whole or not at all, also for other processes. */
  async write(key: string, listings: readonly ServerListing[]): Promise<KeptCatalog> {
    const now = this.#now()
    const home = join(this.#catalogs, key)
    const id = draftId(now)
    const draft = join(home, `draft-${id}`)
    await makeFolder(draft)
    try {
      await writeFile(join(draft, 'listing.json'), JSON.stringify(listings), { mode: 0o600 })
      // Loaded here: completion reads this folder, and ranks nothing.
      const { writeKeptStore } = await import('./kept-store.ts')
      const { scanListings } = await import('./scan-listings.ts')
      await this.#turn()
      const suspects = JSON.stringify([...scanListings(listings).values()])
      await writeFile(join(draft, 'suspects.json'), suspects, { mode: 0o600 })
      const { compareListings } = await import('./compare-listings.ts')
      await this.#turn()
      const twins = JSON.stringify(compareListings(listings))
      await writeFile(join(draft, 'twins.json'), twins, { mode: 0o600 })
      await this.#turn()
      const tools = await writeKeptStore(draft, listings)
      const build = `build-${id}`
      await rename(draft, join(home, build))
      // As old as the oldest: some may come from another build. Of a server that fails, what is old stays.
      const fresh = listings.filter(({ failure }) => failure === undefined)
      const dates = (fresh.length === 0 ? listings : fresh).map((listing) => listing.listedAt)
      const listedAt = dates.length === 0 ? 0 : Math.min(...dates)
      const servers = listings.map(({ definitions, ...listing }) => ({
        ...listing,
        tools: definitions.length,
      }))
      const file = join(home, `current-${id}.json`)
      const current = { format: FORMAT, build, listedAt, tools, servers }
      await writeFile(file, JSON.stringify(current), { mode: 0o600 })
      await rename(file, join(home, 'current.json'))
      await sweep(home, build, now)
      await sweepUnused(this.#catalogs, key, now)
      return { folder: join(home, build), listedAt, tools, servers }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  }
}

/** Rejects with `CONFIG_FILE_INVALID` where nothing can be kept. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const what = `${folder} cannot be written: ${messageOf(cause)}`
    const advice = 'Choose a folder you may write to with XDG_CACHE_HOME.'
    throw new CliError('CONFIG_FILE_INVALID', `${what}. ${advice}`, { cause })
  }
}

/** Processes that still read an older build have its files open; where open files cannot be deleted, a later sweep removes them. */
async function sweep(home: string, build: string, now: number): Promise<void> {
  for (const name of await readdir(home)) {
    const isOld = name.startsWith('build-') && name !== build
    if (isOld || isAbandoned(name, now))
      await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function sweepUnused(catalogs: string, key: string, now: number): Promise<void> {
  for (const name of await readdir(catalogs)) {
    if (name === key) continue
    const home = join(catalogs, name)
    const writtenAt = (await stat(join(home, 'current.json')).catch(() => undefined))?.mtimeMs
    if (writtenAt !== undefined && now - writtenAt > UNUSED_MS)
      await rm(home, { recursive: true, force: true }).catch(() => {})
  }
}

/** Tells servers, as they are configured now, from all others. */
export function serversKey(configs: readonly McpServerConfig[]): string {
  return digest(['servers', ...configs.map(({ origin: _, ...identity }) => identity)])
}

/** The same of one server. */
export function serverKey(config: McpServerConfig): string {
  return serversKey([config])
}

/** A digest of values, from which they cannot be read back: configurations hold secrets. */
export function digest(values: readonly unknown[]): string {
  return sha256(JSON.stringify(values)).slice(0, 32)
}
