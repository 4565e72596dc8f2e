import { diffDefinitions, digestDefinition } from '@toolscout/guard'
import type { McpServerConfig } from '@toolscout/mcp'
import { toMcpTool } from '@toolscout/model'
import { openCacheFolder } from '../catalog/cache-folder.ts'
import { serversKey } from '../catalog/catalog-source.ts'
import { openKeptStore } from '../catalog/kept-store.ts'
import { placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import type { KnownPin } from './known-pins.ts'

/**
 * What the definitions of pins are now, line by line, by id: of those that are kept as they were seen, which may be none.
 * For those of which it is not known what they were.
 */
export async function readSeen(
  pins: readonly KnownPin[],
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const seen = new Map<string, readonly string[]>()
  const kept =
    pins.length === 0
      ? undefined
      : await openCacheFolder(placesOf(host).cache, host.now).read(serversKey(configs))
  if (kept === undefined) return seen
  // Loaded here, because everything that serves comes along.
  const { placeOfServer } = await import('@toolscout/gateway/internal')
  const places = new Map(configs.map((config) => [config.name, placeOfServer(config)]))
  try {
    const store = openKeptStore(kept.folder, host.signal)
    const records = await store.get(pins.map(({ id }) => id))
    for (const [i, { id, digest, server }] of pins.entries()) {
      const tool = records[i]?.tool
      const place = places.get(server)
      if (tool === undefined || place === undefined || digestDefinition(tool, place) !== digest) continue
      const { name: _, ...said } = toMcpTool(tool)
      seen.set(id, diffDefinitions({}, said))
    }
    await store.close()
  } catch {
    host.signal.throwIfAborted()
    // A newer build took the place of this one just now, or it is damaged; both are reported elsewhere.
  }
  return seen
}
