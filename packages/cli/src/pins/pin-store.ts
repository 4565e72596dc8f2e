import type { PinStore } from '@toolscout/gateway/internal'
import { createPins, type ToolPin } from '@toolscout/guard'
import { serverPartOf } from '@toolscout/guard/internal'
import type { McpServerConfig } from '@toolscout/mcp'
import { quote, toIdPart } from '@toolscout/model/internal'
import { digest } from '../catalog/cache-folder.ts'
import { type LayeredConfig, usableServers } from '../config/layers.ts'
import { pinPlace } from '../config/places.ts'
import type { CliHost } from '../host.ts'
import type { CommandContext } from '../program/options.ts'
import { PinFolder } from './pin-folder.ts'

/**
 * Keeps pins of the tools of servers, apart for each name in each configuration file: two projects may call different
 * servers the same.
 */
export function createPinStore(host: CliHost, servers: () => readonly McpServerConfig[]): PinStore {
  const folder = new PinFolder(pinPlace(host), host.now)
  return {
    load: async () => (await Promise.all(servers().map((server) => folder.read(keyOf(server))))).flat(),
    update: async (ids, change) => {
      // What stands in for a server that is there keeps nothing of its own.
      const all = [...servers()].sort((a, b) => Number(isReplica(b)) - Number(isReplica(a)))
      const keys = new Map(all.map((server) => [toIdPart(server.replicaOf ?? server.name), keyOf(server)]))
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
  return digest([origin?.source ?? '', name])
}

/** A pin and the server of its tool. */
export interface KnownPin extends ToolPin {
  readonly server: string
}

/** What is kept of the tools of the usable servers, in ascending order of id. Rejects with `PINS_FILE_INVALID`. */
export async function readPins(host: CliHost, config: LayeredConfig): Promise<readonly KnownPin[]> {
  const servers = usableServers(config)
  const names = new Map(servers.map(({ name, replicaOf = name }) => [toIdPart(replicaOf), replicaOf]))
  const pins = createPins(config.pins)
  pins.load(await createPinStore(host, () => servers).load())
  return pins.list().map((pin) => ({ ...pin, server: names.get(serverPartOf(pin.id)) ?? '' }))
}

function isReplica({ replicaOf }: McpServerConfig): boolean {
  return replicaOf !== undefined
}

/** Ids of those that somebody approved. */
export function approvedIn(pins: readonly ToolPin[]): ReadonlySet<string> {
  return new Set(pins.flatMap(({ id, state }) => (state === 'pinned' ? id : [])))
}

/**
 * Says which servers of a project take the place of others, as long as nothing is known of them: what is trusted of those
 * others does not count for them. Rejects with `PINS_FILE_INVALID`.
 */
export async function warnOfOverrides(
  { servers }: LayeredConfig,
  { host, output }: CommandContext,
): Promise<void> {
  for (const { name, kind, file, overrides, state } of servers) {
    if (kind !== 'project' || overrides.length === 0 || state.is !== 'usable') continue
    if ((await createPinStore(host, () => [state.config]).load()).length > 0) continue
    output.warn(
      `${file} has ${quote(name)} in place of the one in ${overrides.join(', ')}: its tools are new, whatever is trusted of that one.`,
    )
  }
}
