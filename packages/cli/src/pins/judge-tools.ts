import type { PinStore } from '@toolscout/gateway/internal'
import {
  createPins,
  diffDefinitions,
  digestDefinition,
  readToolNames,
  scanDefinition,
  type ToolPin,
} from '@toolscout/guard'
import { namesOfOthers, type ToolNames } from '@toolscout/guard/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import { type CatalogRecord, type Tool, toMcpTool } from '@toolscout/model'
import { groupBy, quote } from '@toolscout/model/internal'
import { CacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { compareListings, withImitations } from '../catalog/compare-listings.ts'
import type { ServerListing } from '../catalog/kept-store.ts'
import { indexListings, openKeptStore } from '../catalog/kept-store.ts'
import { type SuspectTools, scanListings } from '../catalog/scan-listings.ts'
import { type LayeredConfig, usableServers } from '../config/layers.ts'
import { type GuardSettings, isHeldFor, mayHold, type PinSettings } from '../config/settings.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { approvedIn, createPinStore, type KnownPin } from './pin-store.ts'

/** A tool as it is seen. */
export interface SeenTool {
  readonly tool: Tool
  /** How its server is reached; see `digestDefinition`. */
  readonly place: string
  /** Whether it waits for approval for what its texts say. Default: as it was for the same definition. */
  readonly isSuspect?: boolean | undefined
}

/** What tools are judged by. */
export interface JudgeOptions {
  readonly settings: PinSettings
  readonly now: CliHost['now']
  /** Definitions of before, by id, to tell what changed. Default: they are not known. */
  readonly previous?: ReadonlyMap<string, Tool> | undefined
  /** Whether the new state of a tool is stored, given the old one. Default: of every tool. */
  readonly keeps?: ((pin: ToolPin, before: ToolPin | undefined) => boolean) | undefined
}

/**
 * Compares tools, as they are seen, with what is trusted. Resolves with the ids of those that are quarantined (`held`) and
 * of those beyond the ones that are remembered of a server (`left`). Rejects with `PINS_FILE_INVALID`.
 */
export async function judgeTools(
  store: PinStore,
  seen: readonly SeenTool[],
  { settings, now, previous, keeps = () => true }: JudgeOptions,
): Promise<Readonly<Record<'held' | 'left', readonly string[]>>> {
  const listed = new Set(seen.map(({ tool }) => tool.id))
  const othersOf = readOthers(seen)
  const gone = [...(previous?.values() ?? [])].filter(({ id }) => !listed.has(id))
  const judge = (tools: readonly SeenTool[], kept: Awaited<ReturnType<PinStore['load']>>) => {
    const pins = createPins({ ...settings, now })
    pins.load(kept)
    for (const tool of gone) pins.removed(tool)
    const news = tools.filter(({ tool, place, isSuspect }) => {
      const before = pins.get(tool.id)
      const pin = pins.see(tool, {
        server: place,
        previous: previous?.get(tool.id),
        isSuspect,
        otherTools: othersOf(tool),
      })
      return pin !== undefined && keeps(pin, before)
    })
    return { pins, news }
  }
  const { pins, news } = judge(seen, await store.load())
  if (news.length > 0) {
    await store.update(
      news.map(({ tool }) => tool.id),
      (kept) => {
        const again = judge(news, kept)
        const ids = new Set(again.news.map(({ tool }) => tool.id))
        return again.pins.unsaved().filter(({ id }) => ids.has(id))
      },
    )
  }
  const ids = seen.map(({ tool }) => tool.id)
  return {
    held: ids.filter((id) => pins.quarantines(id)),
    left: ids.filter((id) => pins.get(id) === undefined),
  }
}

/** Names of the tools of all servers but that of a tool. */
function readOthers(seen: readonly SeenTool[]): (tool: Tool) => ToolNames {
  const all = readToolNames(seen.map(({ tool }) => tool.name))
  const byServer = groupBy(seen, ({ tool }) => tool.namespace)
  const names = new Map(
    [...byServer].map(([server, own]) => [
      server,
      namesOfOthers(all, readToolNames(own.map(({ tool }) => tool.name))),
    ]),
  )
  return ({ namespace = '' }) => names.get(namespace) ?? all
}

/** Tools of these servers, each with how its server is reached. */
export async function toSeen(
  tools: readonly Pick<CatalogRecord, 'tool' | 'backends'>[],
  configs: readonly McpServerConfig[],
  isSuspect?: (id: string) => boolean,
): Promise<readonly SeenTool[]> {
  // Loaded here, because everything that serves comes along.
  const { placesOfServers } = await import('@toolscout/gateway/internal')
  const placeOf = placesOfServers(configs)
  return tools.flatMap(({ tool, backends }) => {
    const backend = backends.find(({ kind }) => kind === 'mcp')
    const place = backend?.kind === 'mcp' ? placeOf(backend.server) : undefined
    return place === undefined ? [] : [{ tool, place, isSuspect: isSuspect?.(tool.id) }]
  })
}

/** What listings are judged by. */
export interface JudgingDeps {
  readonly host: CliHost
  readonly configs: readonly McpServerConfig[]
  readonly settings: GuardSettings
  /** What these servers listed before, to tell what changed. */
  readonly earlier: () => Promise<readonly ServerListing[]>
}

/**
 * Compares every tool that was just listed with its pin, and stores the result. Resolves with the ids of those
 * beyond the ones that are remembered of their server. Rejects with `PINS_FILE_INVALID`.
 */
export async function judgeListings(
  listings: readonly ServerListing[],
  { host, configs, settings, earlier }: JudgingDeps,
): Promise<readonly string[]> {
  const store = createPinStore(host, () => configs)
  const suspects = await suspectsOf(listings, store, settings)
  const isSuspect = (id: string): boolean => isHeldFor(suspects.get(id)?.level, settings.scan)
  const seenIn = async (some: readonly ServerListing[]): Promise<readonly SeenTool[]> => {
    const { index, close } = indexListings(some)
    const seen = await toSeen(index.list(), configs, isSuspect)
    await close()
    return seen
  }
  const seen = await seenIn(listings.filter(({ failure }) => failure === undefined))
  if (seen.length === 0) return []
  const previous = new Map((await seenIn(await earlier())).map(({ tool }) => [tool.id, tool]))
  const { left } = await judgeTools(store, seen, { settings: settings.pins, now: host.now, previous })
  return left
}

/** Tools that are not clean; those that imitate another one where they would be quarantined for it. */
async function suspectsOf(
  listings: readonly ServerListing[],
  store: PinStore,
  { scan, pins: settings }: GuardSettings,
): Promise<SuspectTools> {
  const suspects = scanListings(listings)
  if (!isHeldFor('suspicious', scan)) return suspects
  const twins = compareListings(listings)
  if (!twins.some(({ mayImitate }) => mayImitate)) return suspects
  const pins = createPins(settings)
  pins.load(await store.load())
  return withImitations(suspects, twins, approvedIn(pins.list()))
}

/** Checks a tool as its server lists it now, or one that stands in for it: `servers` are all of them. Rejects with `TOOL_HELD` when it is quarantined. */
export async function requireTrusted(
  registered: Pick<CatalogRecord, 'tool' | 'backends'>,
  servers: readonly McpServerConfig[],
  { host, config }: { readonly host: CliHost; readonly config: LayeredConfig },
): Promise<void> {
  if (!mayHold(config) && config.pins.mode === 'record') return
  const { tool } = registered
  const { level } = scanDefinition(tool)
  // What is known of it from its listing, where other servers were there, stays.
  const isSuspect = isHeldFor(level, config.scan) ? () => true : undefined
  const records = await readKept([tool.id], usableServers(config), host)
  const judged = judgeTools(
    createPinStore(host, () => servers),
    await toSeen([registered], servers, isSuspect),
    {
      settings: config.pins,
      now: host.now,
      previous: new Map(records.map((record) => [record.tool.id, record.tool])),
      // The next listing stores what changed.
      keeps: ({ state }) => state !== 'changed',
    },
  )
  const { held } = await judged.catch((error: unknown) => {
    if (mayHold(config)) throw error
    return { held: [] }
  })
  if (held.length === 0) return
  throw new CliError(
    'TOOL_HELD',
    `${quote(tool.id)} cannot be called until its definition is approved: it has changed since it was trusted, or was never trusted. "toolscout pins --refresh" shows it.`,
  )
}

/** What is kept of these tools; nothing where it cannot be read. */
async function readKept(
  ids: readonly string[],
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<readonly CatalogRecord[]> {
  const kept = await new CacheFolder(host).read(serversKey(configs))
  if (kept === undefined) return []
  try {
    const store = openKeptStore(kept.folder, host.signal)
    const records = await store.get(ids)
    await store.close()
    return records.filter((record) => record !== undefined)
  } catch {
    host.signal.throwIfAborted()
    // A newer build took the place of this one just now, or it is damaged; both are reported elsewhere.
    return []
  }
}

/**
 * What the definitions of pins are now, line by line, by id: of those that are kept as they were seen, which may be none.
 * For those of which it is not known what they were.
 */
export async function readSeen(
  pins: readonly KnownPin[],
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (pins.length === 0) return new Map()
  const digests = new Map(pins.map(({ id, digest }) => [id, digest]))
  const seen = await toSeen(await readKept([...digests.keys()], configs, host), configs)
  return new Map(
    seen.flatMap(({ tool, place }) => {
      if (digestDefinition(tool, place) !== digests.get(tool.id)) return []
      const { name: _, ...said } = toMcpTool(tool)
      return [[tool.id, diffDefinitions({}, said)]]
    }),
  )
}
