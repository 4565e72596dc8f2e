import { createDiscovery, type Discovery, openDiscovery } from '@toolscout/discovery'
import type { McpServerConfig } from '@toolscout/mcp'
import { type KeptCatalog, openCacheFolder } from '../catalog/cache-folder.ts'
import { serversKey } from '../catalog/catalog-source.ts'
import { openKeptStore } from '../catalog/kept-store.ts'
import { placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** What a gateway begins with. */
export interface KeptDiscovery {
  readonly discovery: Discovery
  /** Whether tools are there before their servers are. */
  readonly isKept: boolean
}

/** A facade with the tools these servers had when they were listed last; an empty one where nothing is kept of them. */
export async function openKeptDiscovery(
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<KeptDiscovery> {
  const kept = await openCacheFolder(placesOf(host).cache, host.now).read(serversKey(configs))
  const discovery = kept === undefined ? undefined : await openBuild(kept, host)
  if (discovery === undefined) return { discovery: createDiscovery(), isKept: false }
  return { discovery, isKept: true }
}

async function openBuild({ folder }: KeptCatalog, { signal }: CliHost): Promise<Discovery | undefined> {
  try {
    return await openDiscovery({ store: openKeptStore(folder, signal) })
  } catch (error) {
    if (signal.aborted) throw error
    // Damaged, or a newer build took its place just now: the servers will say what they have.
    return undefined
  }
}
