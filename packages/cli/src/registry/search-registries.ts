import { openDiscovery } from '@toolscout/discovery'
import { CacheFolder, digest } from '../catalog/cache-folder.ts'
import { openKeptStore } from '../catalog/kept-store.ts'
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

/**
 * Servers of the registries somebody added that fit a request, best first; nothing where none fits, and none whose text
 * looks like orders to a model or whose name a configured server has. Sends no request.
 */
export async function searchRegistries(
  query: string,
  { host, configured }: { readonly host: CliHost; readonly configured: readonly { readonly name: string }[] },
): Promise<readonly NotConnected[]> {
  const registries = await new RegistryFolder(host).list()
  if (registries.length === 0) return []
  const cache = new CacheFolder(host)
  const key = digest(['registries', ...registries.map(({ source, readAt }) => [source, readAt])])
  const servers = new Map<string, NotConnected>()
  for (const { source, servers: listed } of registries) {
    for (const { entry: _, ...server } of listed)
      if (!servers.has(server.name)) servers.set(server.name, { ...server, source })
  }
  const definitions = [...servers.values()].map(({ name, description }) => ({
    name,
    description,
    inputSchema: { type: 'object' },
  }))
  const listing = { server: NAMESPACE, definitions, listedAt: host.now() }
  const kept = (await cache.read(key)) ?? (await cache.write(key, [listing]))
  const suspects = await cache.suspects(kept)
  const store = openKeptStore(kept.folder, host.signal)
  const discovery = await openDiscovery({ store, embedder: false })
  try {
    await discovery.catalog?.restored()
    const { hits, verdict } = await discovery.search(query, { limit: 2 * MOST_SHOWN, signal: host.signal })
    if (verdict?.level === 'none') return []
    const names = new Set(configured.map(({ name }) => name))
    const clean = hits.filter(({ id, summary }) => !suspects.has(id) && !names.has(shortName(summary.name)))
    return clean.flatMap(({ summary }) => servers.get(summary.name) ?? []).slice(0, MOST_SHOWN)
  } finally {
    await discovery.close()
  }
}
