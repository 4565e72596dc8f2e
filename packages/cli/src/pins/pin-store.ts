import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PinStore } from '@toolscout/gateway'
import { serverPartOf } from '@toolscout/guard/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import { toIdPart } from '@toolscout/model/internal'
import { placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import { openPinFolder } from './pin-folder.ts'

/** Where pins are kept, whosever they are. */
export function pinPlace(host: Pick<CliHost, 'env' | 'home' | 'platform'>): string {
  return join(placesOf(host).state, 'pins')
}

/**
 * Keeps pins of the tools of servers, apart for each name in each configuration file: two projects may call different
 * servers the same.
 */
export function createPinStore(host: CliHost, servers: () => readonly McpServerConfig[]): PinStore {
  const folder = openPinFolder(pinPlace(host), host.now)
  return {
    load: async () => (await Promise.all(servers().map((server) => folder.read(keyOf(server))))).flat(),
    update: async (ids, change) => {
      const keys = new Map(servers().map((server) => [toIdPart(server.name), keyOf(server)]))
      const keyOfTool = (id: string): string | undefined => keys.get(serverPartOf(id))
      // A server that was removed meanwhile has no place any more.
      const kept = change([]).filter(({ id }) => keyOfTool(id) === undefined)
      for (const key of new Set(ids.flatMap((id) => keyOfTool(id) ?? []))) {
        const changed = await folder.update(key, (known) =>
          change(known).filter(({ id }) => keyOfTool(id) === key),
        )
        kept.push(...changed)
      }
      return kept
    },
  }
}

function keyOf({ name, origin }: McpServerConfig): string {
  return createHash('sha256')
    .update(JSON.stringify([origin?.source ?? '', name]))
    .digest('hex')
    .slice(0, 32)
}
