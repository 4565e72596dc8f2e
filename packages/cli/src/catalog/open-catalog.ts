import { type Discovery, openDiscovery } from '@toolscout/discovery'
import { StoreDamagedError, StoreUnavailableError, ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import { NotCachedError, ServersUnreachableError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { formatAge } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import {
  type CacheFolder,
  countTools,
  type KeptCatalog,
  openCacheFolder,
  type ServerListing,
} from './cache-folder.ts'
import { type CatalogSource, findSource, type SourceOptions } from './catalog-source.ts'
import { openKeptStore, writeKeptStore } from './kept-store.ts'

/** How a catalog is opened. */
export interface CatalogOptions extends SourceOptions {
  /** Lists the tools again first. Default false. */
  readonly refresh?: boolean | undefined
  /** Starts and asks no server. Default false. */
  readonly offline?: boolean | undefined
  /** Age in milliseconds from which a cached listing is refreshed after the answer. Default: a day. */
  readonly maxAgeMs?: number | undefined
}

/** How tools are ranked: by words, or by words and meaning. */
export type RankingName = 'words' | 'hybrid'

/** The tools of a command, as they were listed. */
export interface Catalog extends KeptCatalog {
  /** Whether this was listed by an earlier command. */
  readonly isCached: boolean
  readonly broken: CatalogSource['broken']
  readonly listings: () => Promise<readonly ServerListing[]>
  /** The tools, ready to search and describe. The caller closes it. */
  readonly open: (ranking?: RankingName) => Promise<Discovery>
  /** Call it after the answer: lists the tools again if the listing is too old. */
  readonly refreshIfStale: () => Promise<void>
}

/** A cached listing answers at once; one older than this is refreshed afterwards. */
const DEFAULT_MAX_AGE_MS = 86_400_000
/** A server that failed is asked again sooner. */
const FAILURE_MAX_AGE_MS = 300_000

/**
 * Opens the catalog a command line means: from the cache where it is there, else by listing.
 *
 * Rejects with what finding the source rejects with; with `NOT_CACHED`; with the first failure when no server at all
 * could be listed.
 */
export async function openCatalog(
  options: CatalogOptions,
  context: { readonly host: CliHost; readonly output: Output },
): Promise<Catalog> {
  const { host, output } = context
  const source = await findSource(options, context)
  const cache = openCacheFolder(placesOf(host).cache, host.now)
  const earlier = await cache.read(source.key)
  const isFile = source.kind === 'file'
  if (earlier === undefined && options.offline === true && !isFile) throw new NotCachedError()
  const isCached = earlier !== undefined && options.refresh !== true
  const kept = isCached ? earlier : await relist(source, { cache, earlier, warn: output.warn })
  const ageMs = Math.max(0, host.now() - kept.listedAt)
  if (isCached && !isFile) {
    output.note(`Tools as listed ${formatAge(ageMs)} ago; --refresh lists them again.`)
  }
  warnOfFailures(kept, source, { output, isCached })
  const hasFailure = kept.servers.some(({ failure }) => failure !== undefined)
  const given = options.maxAgeMs ?? DEFAULT_MAX_AGE_MS
  const maxAgeMs = hasFailure ? Math.min(given, FAILURE_MAX_AGE_MS) : given
  const isStale = isCached && !isFile && ageMs > maxAgeMs
  let current = kept
  const openTrusted = async (ranking: RankingName): Promise<Discovery> => {
    const discovery = await openKept(current, ranking, host.signal)
    if (!source.mayHold) return discovery
    const { index } = discovery
    const left = await heldIn(discovery, source)
    for (const id of left) index.unregister(id)
    const [named, are] = left.length === 1 ? ['1 tool', 'is'] : [`${left.length} tools`, 'are']
    if (left.length > 0)
      output.warn(`${named} ${are} left out until approved; "toolscout pins --refresh" says why.`)
    return discovery
  }
  return {
    ...kept,
    isCached,
    broken: source.broken,
    listings: () => cache.listings(current),
    open: async (ranking = 'words') => {
      try {
        return await openTrusted(ranking)
      } catch (error) {
        if (!isGone(error)) throw error
        // Another command has put a newer build in its place, or the disk has damaged it.
        current = await relist(source, { cache, earlier: undefined, warn: output.warn })
        return openTrusted(ranking)
      }
    },
    refreshIfStale: async () => {
      if (!isStale || options.offline === true) return
      await relist(source, { cache, earlier: kept, warn: output.warn })
    },
  }
}

interface Keeping {
  readonly cache: CacheFolder
  readonly earlier: KeptCatalog | undefined
  readonly warn: (line: string) => void
}

/** Lists a source and keeps it; a server that fails now keeps the tools it had. */
async function relist(source: CatalogSource, { cache, earlier, warn }: Keeping): Promise<KeptCatalog> {
  let listings = await source.list()
  try {
    await source.judge(listings, earlier === undefined ? undefined : () => cache.listings(earlier))
  } catch (error) {
    if (source.mayHold) throw error
    warn(`What changed is not known: ${messageOf(error)}`)
  }
  const failed = listings.filter(({ failure }) => failure !== undefined)
  if (failed.length > 0 && earlier !== undefined) {
    const before = new Map((await cache.listings(earlier)).map((listing) => [listing.server, listing]))
    listings = listings.map((listing) => {
      const had = listing.failure === undefined ? undefined : before.get(listing.server)
      return had === undefined ? listing : { ...had, failure: listing.failure }
    })
  }
  requireAny(listings, source)
  return cache.write(source.key, listings, (folder) => writeKeptStore(folder, listings))
}

/** Nothing is kept of a moment at which no server could be reached. */
function requireAny(listings: readonly ServerListing[], { broken }: CatalogSource): void {
  if (countTools(listings) > 0) return
  const failures = [...listings, ...broken].flatMap(({ failure }) => failure ?? [])
  if (failures.length > 0 && failures.length === listings.length + broken.length)
    throw new ServersUnreachableError(failures)
}

/** Compares what is kept with what is trusted: it may be older than that, or written by a command that did not compare. */
async function heldIn(discovery: Discovery, source: CatalogSource): Promise<readonly string[]> {
  try {
    return await source.held(discovery.index.list())
  } catch (error) {
    await discovery.close()
    throw error
  }
}

async function openKept(
  { folder }: KeptCatalog,
  ranking: RankingName,
  signal: AbortSignal,
): Promise<Discovery> {
  const byMeaning = ranking === 'hybrid' ? {} : { embedder: false as const }
  const discovery = await openDiscovery({ store: openKeptStore(folder, signal), ...byMeaning })
  await discovery.catalog?.restored()
  return discovery
}

function isGone(error: unknown): boolean {
  if (error instanceof StoreDamagedError || error instanceof StoreUnavailableError) return true
  return (
    !(error instanceof ToolscoutError) && error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
  )
}

/** Says in full what just failed; of what failed before, that it did. */
function warnOfFailures(
  kept: KeptCatalog,
  { broken }: CatalogSource,
  { output, isCached }: { readonly output: Output; readonly isCached: boolean },
): void {
  const failed = kept.servers.filter(({ failure }) => failure !== undefined)
  if (isCached) {
    const names = [...broken, ...failed].map(({ server }) => server)
    if (names.length > 0) output.warn(`${names.join(', ')} could not be used; "toolscout doctor" says why.`)
    return
  }
  for (const { failure } of broken) output.warn(failure?.message ?? '')
  for (const { server, failure, tools } of failed) {
    const has = tools === 0 ? 'its tools are missing' : 'its tools are those of an earlier listing'
    output.warn(`${server} could not be listed, so ${has}: ${failure?.message ?? ''}`)
  }
  for (const { server, incomplete } of kept.servers) {
    if (incomplete !== undefined) output.warn(`${server} did not list all of its tools: ${incomplete}`)
  }
}
