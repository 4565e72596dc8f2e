import { basename, extname, resolve } from 'node:path'
import type { McpServerConfig } from '@toolscout/mcp'
import type { CatalogRecord } from '@toolscout/model'
import { type LayeredConfig, loadLayers, noServers, usableServers } from '../config/layers.ts'
import { mayHold } from '../config/settings.ts'
import type { CliHost } from '../host.ts'
import type { Output } from '../terminal/output.ts'
import { digest, type ServerListing, serversKey } from './cache-folder.ts'

/** Where the tools of a command come from. */
export interface CatalogSource {
  readonly kind: 'servers' | 'file'
  /** Tells this source, as it is now, from all others. */
  readonly key: string
  /** What a listing cannot tell: servers whose configuration is broken. */
  readonly broken: readonly Pick<ServerListing, 'server' | 'failure'>[]
  readonly list: () => Promise<readonly ServerListing[]>
  /** Looks at what was listed just now, given what was listed before. Rejects with `PINS_FILE_INVALID`. */
  readonly judge: (
    listings: readonly ServerListing[],
    earlier: (() => Promise<readonly ServerListing[]>) | undefined,
  ) => Promise<void>
  /** Whether tools may be held, so that nothing is shown of what cannot be judged. */
  readonly mayHold: boolean
  /** Ids of the tools that are quarantined until approved. Rejects with `PINS_FILE_INVALID`. */
  readonly held: (tools: readonly Pick<CatalogRecord, 'tool' | 'backends'>[]) => Promise<readonly string[]>
}

/** How a source is chosen. */
export interface SourceOptions {
  /** A file of tools in place of all servers. Default: the configured servers. */
  readonly catalog?: string | undefined
  readonly config?: readonly string[] | undefined
  readonly isolated?: boolean | undefined
}

/**
 * The source a command line means. Rejects with `NO_SERVERS`, `MCP_CONFIG_INVALID`, `CONFIG_FILE_INVALID`,
 * `CATALOG_FILE_INVALID`.
 */
export async function findSource(
  { catalog, ...layers }: SourceOptions,
  { host, output }: { readonly host: CliHost; readonly output: Output },
): Promise<CatalogSource> {
  if (catalog !== undefined) return fileSource(resolve(host.cwd, catalog))
  const config = await loadLayers(host, layers)
  warnOfConfig(config, output)
  if (config.servers.length === 0) throw noServers(config)
  return serverSource(usableServers(config), { config, host, output })
}

/** Says what has no effect in the configuration. */
export function warnOfConfig({ warnings }: LayeredConfig, output: Output): void {
  for (const { message } of warnings) output.warn(message)
}

async function fileSource(file: string): Promise<CatalogSource> {
  const { readCatalogFile, statCatalogFile } = await import('./catalog-file.ts')
  const name = basename(file, extname(file))
  return {
    kind: 'file',
    key: digest(['file', await statCatalogFile(file)]),
    broken: [],
    list: async () =>
      (await readCatalogFile(file)).map((listing) =>
        listing.server === '' ? { ...listing, server: name } : listing,
      ),
    // A file named on the command line is trusted as it is.
    judge: async () => {},
    mayHold: false,
    held: async () => [],
  }
}

function serverSource(
  configs: readonly McpServerConfig[],
  { config, host, output }: { config: LayeredConfig; host: CliHost; output: Output },
): CatalogSource {
  const { pins: settings } = config
  return {
    kind: 'servers',
    key: serversKey(configs),
    broken: config.servers.flatMap(({ name, state }) => {
      if (state.is !== 'broken') return []
      return [{ server: name, failure: { code: state.error.code, message: state.error.message } }]
    }),
    list: async () => {
      const progress = output.progress('listing servers')
      try {
        const { listServers } = await import('./list-servers.ts')
        return await listServers(configs, {
          signal: host.signal,
          now: host.now,
          onDone: (done, total, server) => progress.update(done, total, server),
        })
      } finally {
        progress.end()
      }
    },
    judge: async (listings, earlier) => {
      const { judgeListings } = await import('../pins/judge-tools.ts')
      const { warnOfOverrides } = await import('../pins/warn-of-overrides.ts')
      await warnOfOverrides(config, { host, output })
      const [first, ...others] = await judgeListings(listings, { host, configs, settings, earlier })
      if (first === undefined) return
      const and = others.length === 0 ? '' : ` and ${others.length} more`
      output.warn(
        `${first}${and}: more tools than are remembered of a server, so what is trusted of them is not known.`,
      )
    },
    mayHold: mayHold(settings),
    held: async (tools) => {
      const { judgeTools, toSeen } = await import('../pins/judge-tools.ts')
      const { createPinStore } = await import('../pins/pin-store.ts')
      const { held } = await judgeTools(
        createPinStore(host, () => configs),
        await toSeen(tools, configs),
        // What is kept may be older than what another command saw: that is not undone.
        { settings, now: host.now, keeps: (_, before) => before === undefined },
      )
      return held
    },
  }
}
