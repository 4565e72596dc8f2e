import { basename, extname, resolve } from 'node:path'
import { knownEra } from '@toolscout/mcp/internal'
import type { CatalogRecord } from '@toolscout/model'
import { type LayeredConfig, loadServers, usableServers, warnOfConfig } from '../config/layers.ts'
import { isHeldFor, mayHold } from '../config/settings.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { timeoutOf, withTimeout } from '../program/timeout.ts'
import { type CacheFolder, digest, type KeptCatalog, serverKey, serversKey } from './cache-folder.ts'
import { recallEras } from './kept-eras.ts'
import type { ServerListing } from './kept-store.ts'
import type { SuspectTools } from './scan-listings.ts'

/** Where the tools of a command come from: the configured servers, or a file. */
export interface CatalogSource {
  readonly isFile: boolean
  /** Tells this source, as it is now, from all others. */
  readonly key: string
  /** What a listing cannot tell: servers whose configuration is broken. */
  readonly broken: readonly Pick<ServerListing, 'server' | 'failure'>[]
  /** Names of the servers that can be listed; nothing for a file. */
  readonly names: readonly string[]
  /** Lists everything, but for servers of which a listing is given; goes on with what was kept of servers earlier. */
  readonly list: (
    known: readonly ServerListing[],
    earlier: KeptCatalog | undefined,
  ) => Promise<readonly ServerListing[]>
  /** What is known of the servers from builds of other configurations. */
  readonly adopt: (cache: CacheFolder) => Promise<readonly ServerListing[]>
  /** Compares what was listed just now with what is trusted, given what was listed before. Rejects with `PINS_FILE_INVALID`. */
  readonly judge?: (
    listings: readonly ServerListing[],
    earlier: () => Promise<readonly ServerListing[]>,
  ) => Promise<void>
  /** Ids of the tools somebody approved; absent where that cannot be. Rejects with `PINS_FILE_INVALID`. */
  readonly approved?: () => Promise<ReadonlySet<string>>
  /** Whether nothing is shown of what cannot be judged. */
  readonly isStrict: boolean
  /** Ids of the tools that are quarantined until approved; absent when none may be. Rejects with `PINS_FILE_INVALID`. */
  readonly held?: (
    tools: readonly Pick<CatalogRecord, 'tool' | 'backends'>[],
    suspects: SuspectTools,
  ) => Promise<readonly string[]>
}

/**
 * The source a command line means. Rejects with `NO_SERVERS`, `MCP_CONFIG_INVALID`, `CONFIG_FILE_INVALID`,
 * `CATALOG_FILE_INVALID`.
 */
export async function findSource(options: ListedOptions, context: CommandContext): Promise<CatalogSource> {
  if (options.catalog !== undefined) return fileSource(resolve(context.host.cwd, options.catalog))
  const config = await loadServers(context.host, options)
  warnOfConfig(config, context.output)
  return serverSource(config, context, timeoutOf(options, context.host.env))
}

async function fileSource(file: string): Promise<CatalogSource> {
  const { readCatalogFile, statCatalogFile } = await import('./catalog-file.ts')
  const name = basename(file, extname(file))
  // A file named on the command line is trusted as it is.
  return {
    isFile: true,
    isStrict: false,
    key: digest(['file', await statCatalogFile(file)]),
    broken: [],
    names: [],
    adopt: async () => [],
    list: async () =>
      (await readCatalogFile(file)).map((listing) => ({ ...listing, server: listing.server || name })),
  }
}

function serverSource(
  config: LayeredConfig,
  { host, output }: CommandContext,
  timeoutMs: number | undefined,
): CatalogSource {
  const configs = usableServers(config)
  return {
    isFile: false,
    isStrict: mayHold(config),
    key: serversKey(configs),
    broken: config.servers.flatMap(({ name, state }) =>
      state.is === 'broken' ? [{ server: name, failure: state.error }] : [],
    ),
    names: configs.map(({ name }) => name),
    adopt: (cache) => cache.adopt(configs),
    list: async (known, earlier) => {
      recallEras(earlier)
      const byName = new Map(known.map((listing) => [listing.server, listing]))
      const wanted = configs.filter(({ name }) => !byName.has(name))
      if (wanted.length > 0) {
        const { listServers } = await import('./list-servers.ts')
        const listed = await listServers(withTimeout(wanted, timeoutMs), { host, output })
        const facts = new Map(wanted.map((one) => [one.name, { key: serverKey(one), era: knownEra(one) }]))
        for (const one of listed) byName.set(one.server, { ...one, ...facts.get(one.server) })
      }
      return configs.flatMap(({ name }) => byName.get(name) ?? [])
    },
    approved: async () => {
      const { approvedIn, readPins } = await import('../pins/pin-store.ts')
      return approvedIn(await readPins(host, config))
    },
    judge: async (listings, earlier) => {
      const { judgeListings } = await import('../pins/judge-tools.ts')
      const { warnOfOverrides } = await import('../pins/pin-store.ts')
      await warnOfOverrides(config, { host, output })
      const [first, ...others] = await judgeListings(listings, { host, configs, settings: config, earlier })
      if (first === undefined) return
      const and = others.length === 0 ? '' : ` and ${others.length} more`
      output.warn(
        `${first}${and}: the server has more tools than can be remembered, so it is not known whether these are trusted.`,
      )
    },
    ...((mayHold(config) || config.pins.mode === 'warn') && {
      held: async (tools, suspects) => {
        const { judgeTools, toSeen } = await import('../pins/judge-tools.ts')
        const { createPinStore } = await import('../pins/pin-store.ts')
        const { held } = await judgeTools(
          createPinStore(host, () => configs),
          await toSeen(tools, configs, (id) => isHeldFor(suspects.get(id)?.level, config.scan)),
          // What is kept may be older than what another command saw: that is not undone.
          { settings: config.pins, now: host.now, keeps: (_, before) => before === undefined },
        )
        return held
      },
    }),
  }
}
