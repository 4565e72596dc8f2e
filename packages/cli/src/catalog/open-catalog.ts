import { type Discovery, openDiscovery } from '@toolscout/discovery'
import { StoreDamagedError, StoreUnavailableError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { CliError, exitCodeOfCode, isMissing } from '../errors.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { formatAge, numberOf } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { CacheFolder, type KeptCatalog } from './cache-folder.ts'
import { type CatalogSource, findSource } from './catalog-source.ts'
import { type ListedTwins, withImitations } from './compare-listings.ts'
import { sweepDrafts } from './drafts.ts'
import { openKeptStore, type ServerListing } from './kept-store.ts'
import type { SuspectTools } from './scan-listings.ts'

/** How tools are ranked: by words, or by words and meaning. */
export type RankingName = 'words' | 'hybrid'

/** A cached listing answers at once; one older than this is refreshed afterwards. */
const DEFAULT_MAX_AGE_MS = 86_400_000
/** A server that failed is asked again sooner. */
const FAILURE_MAX_AGE_MS = 300_000

/** Where a catalog comes from and goes to. */
interface CatalogDeps {
  readonly source: CatalogSource
  readonly cache: CacheFolder
  readonly context: CommandContext
  readonly isStale: boolean
}

/** The tools of a command, as they were listed. */
export class Catalog {
  /** What is kept of them, at first by an earlier command or by this one. */
  readonly kept: KeptCatalog
  readonly #deps: CatalogDeps
  #current: KeptCatalog
  #discovery: Discovery | undefined

  constructor(kept: KeptCatalog, deps: CatalogDeps) {
    this.kept = kept
    this.#deps = deps
    this.#current = kept
  }

  /** The servers, those that could not be listed among them. */
  servers(): readonly { readonly name: string }[] {
    return [...this.kept.servers, ...this.#deps.source.broken].map(({ server: name }) => ({ name }))
  }

  listings(): Promise<readonly ServerListing[]> {
    return this.#deps.cache.listings(this.#current)
  }

  /** Tools of two servers that have something in common. */
  twins(): Promise<readonly ListedTwins[]> {
    return this.#deps.cache.twins(this.#current)
  }

  /** Those of the tools whose texts look like orders to a model, or that imitate one that was approved, by id. */
  async suspects(): Promise<SuspectTools> {
    const { cache, source } = this.#deps
    const suspects = await cache.suspects(this.#current)
    const twins = await this.twins()
    if (source.approved === undefined || !twins.some(({ mayImitate }) => mayImitate)) return suspects
    try {
      return withImitations(suspects, twins, await source.approved())
    } catch (error) {
      if (source.isStrict) throw error
      // What is wrong with the pins is said where tools are compared with them.
      return suspects
    }
  }

  /** The tools, ready to search and describe until the catalog is closed. */
  async open(ranking: RankingName = 'words'): Promise<Discovery> {
    try {
      return await this.#openTrusted(ranking)
    } catch (error) {
      const isGone =
        error instanceof StoreDamagedError || error instanceof StoreUnavailableError || isMissing(error)
      if (!isGone) throw error
      // Another command has put a newer build in its place, or the disk has damaged it.
      await this.close()
      const { source, cache, context } = this.#deps
      this.#current = await relist(source, cache, context)
      return this.#openTrusted(ranking)
    }
  }

  /** Leaves out what is quarantined: a build may be older than what is trusted, or written by a command that did not compare. */
  async #openTrusted(ranking: RankingName): Promise<Discovery> {
    const { host, output } = this.#deps.context
    const discovery = await openDiscovery({
      store: openKeptStore(this.#current.folder, host.signal),
      ...(ranking === 'words' && { embedder: false }),
      onError: ({ error }) => host.signal.aborted || output.warn(messageOf(error)),
    })
    this.#discovery = discovery
    await discovery.catalog?.restored()
    const held = await this.#held(discovery)
    for (const id of held) discovery.index.unregister(id)
    if (held.length > 0)
      output.warn(
        `${numberOf(held.length, 'tool is', 'tools are')} left out until approved; "toolscout pins --refresh" says why.`,
      )
    return discovery
  }

  async #held({ index }: Discovery): Promise<readonly string[]> {
    const { source, context } = this.#deps
    try {
      return (await source.held?.(index.list(), await this.suspects())) ?? []
    } catch (error) {
      if (source.isStrict) throw error
      context.output.warn(`Changes could not be checked: ${messageOf(error)}`)
      return []
    }
  }

  async close(): Promise<void> {
    await this.#discovery?.close()
    this.#discovery = undefined
  }

  /** Lists the tools again if the listing is too old; it is for after the answer. */
  async refreshIfStale(): Promise<void> {
    const { source, cache, context, isStale } = this.#deps
    if (isStale) await relist(source, cache, { earlier: this.kept, output: context.output })
  }
}

/**
 * Opens the catalog a command line means: from the cache where it is there, else by listing. The caller closes it.
 *
 * Rejects with what finding the source rejects with; with `NOT_CACHED`; with `SERVERS_UNREACHABLE` when no server at all
 * could be listed.
 */
export async function openCatalog(options: ListedOptions, context: CommandContext): Promise<Catalog> {
  const { host, output } = context
  const source = await findSource(options, context)
  await sweepDrafts(host)
  const cache = new CacheFolder(host)
  const earlier = await cache.read(source.key)
  const { refresh = false, offline = false, maxAge = DEFAULT_MAX_AGE_MS } = options
  if (earlier === undefined && offline && !source.isFile)
    throw new CliError(
      'NOT_CACHED',
      'Nothing is cached for these servers yet, and --offline contacts none. Run the command once without --offline.',
    )
  // A server that was added since is listed, the others are not.
  const isWhole = source.names.every((name) => earlier?.servers.some(({ server }) => server === name))
  const isCached = earlier !== undefined && isWhole && !refresh
  const kept = isCached ? earlier : await relist(source, cache, { earlier, output, isNew: !refresh })
  const ageMs = Math.max(0, host.now() - kept.listedAt)
  const isAged = isCached && !source.isFile
  if (isAged) output.note(`Tools as listed ${formatAge(ageMs)} ago; --refresh lists them again.`)
  warnOfFailures(kept, source, { output, isCached })
  const hasFailure = kept.servers.some(({ failure }) => failure !== undefined)
  const maxAgeMs = hasFailure ? Math.min(maxAge, FAILURE_MAX_AGE_MS) : maxAge
  return new Catalog(kept, { source, cache, context, isStale: isAged && !offline && ageMs > maxAgeMs })
}

/** Opens a catalog for a piece of work, and lists the tools again afterwards if the listing is too old. */
export async function useCatalog(
  options: ListedOptions,
  context: CommandContext,
  work: (catalog: Catalog) => Promise<void>,
): Promise<undefined> {
  const catalog = await openCatalog(options, context)
  if (catalog.kept.tools === 0) context.output.warn('There are no tools: no server lists one.')
  try {
    await work(catalog)
  } finally {
    await catalog.close()
  }
  await catalog.refreshIfStale()
}

/** Lists a source and keeps it; a server that fails now keeps the tools it had. */
async function relist(
  source: CatalogSource,
  cache: CacheFolder,
  {
    earlier,
    output,
    isNew = false,
  }: {
    readonly earlier?: KeptCatalog | undefined
    readonly output: Output
    /** Whether servers that are known need not be listed again. */
    readonly isNew?: boolean
  },
): Promise<KeptCatalog> {
  let listings = await source.list(isNew ? await source.adopt(cache) : [], earlier)
  try {
    await source.judge?.(listings, () => cache.listings(earlier))
  } catch (error) {
    if (source.isStrict) throw error
    output.warn(`Changes could not be checked: ${messageOf(error)}`)
  }
  if (listings.some(({ failure }) => failure !== undefined)) {
    const before = new Map((await cache.listings(earlier)).map((listing) => [listing.server, listing]))
    listings = listings.map((listing) =>
      listing.failure === undefined
        ? listing
        : { ...listing, ...before.get(listing.server), era: listing.era, failure: listing.failure },
    )
  }
  requireAny([...listings, ...source.broken], output)
  return cache.write(source.key, listings)
}

/** Nothing is kept of a moment at which no server could be reached. Rejects with the exit code that all failures have. */
function requireAny(servers: readonly Partial<ServerListing>[], output: Output): void {
  const failures = servers.flatMap(({ failure }) => failure ?? [])
  const [first, ...others] = failures
  const isEmpty = servers.every(({ definitions = [] }) => definitions.length === 0)
  if (!isEmpty || first === undefined || failures.length < servers.length) return
  for (const { message } of others.length === 0 ? [] : failures) output.warn(message)
  const exitCode = exitCodeOfCode(first.code)
  const why =
    others.length === 0
      ? `No server could be listed: ${first.message}`
      : `None of the ${failures.length} servers could be listed, each for the reason above.`
  throw new CliError('SERVERS_UNREACHABLE', why, {
    ...(others.every(({ code }) => exitCodeOfCode(code) === exitCode) && { exitCode }),
  })
}

/** Says in full what just failed; of what failed before, that it did. */
function warnOfFailures(
  { servers }: KeptCatalog,
  { broken }: CatalogSource,
  { output, isCached }: { readonly output: Output; readonly isCached: boolean },
): void {
  const failed = servers.filter(({ failure }) => failure !== undefined)
  for (const { failure } of broken) output.warn(failure?.message ?? '')
  if (isCached) {
    const names = failed.map(({ server }) => server)
    if (names.length > 0) output.warn(`${names.join(', ')} could not be used; "toolscout doctor" says why.`)
    return
  }
  for (const { server, failure, tools } of failed) {
    const has = tools === 0 ? 'its tools are missing' : 'its tools are those of an earlier listing'
    output.warn(`${server} could not be listed, so ${has}: ${failure?.message ?? ''}`)
  }
  for (const { server, incomplete } of servers) {
    if (incomplete !== undefined) output.warn(`${server}: ${incomplete}`)
  }
}
