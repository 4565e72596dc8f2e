import { createDiscovery, type Discovery } from '@toolscout/discovery'
import type { GatewayOptions } from './gateway-options.ts'
import type { Servers } from './servers/servers.ts'

/** The facade as it was given, or a new one. */
export function toDiscovery({
  discovery: given,
  observer,
}: Pick<GatewayOptions, 'discovery' | 'observer'>): Discovery {
  return isDiscovery(given) ? given : createDiscovery({ ...given, observer })
}

function isDiscovery(given: GatewayOptions['discovery']): given is Discovery {
  return given !== undefined && 'register' in given
}

/**
 * Removes tools of servers that a catalog remembers, and that are neither ours nor a source of the facade. In a catalog
 * that others share they may be theirs, and stay.
 */
export function removeStrangers(discovery: Discovery, servers: Servers): void {
  if (discovery.catalog?.isShared === true) return
  const sources = new Set(discovery.sources())
  const named = new Set<string>()
  for (const { summary } of discovery.index.list({ backends: ['mcp'] })) {
    for (const backend of summary.backends) if (backend.kind === 'mcp') named.add(backend.server)
  }
  for (const server of named) {
    if (servers.get(server) === undefined && !sources.has(server)) discovery.index.unregisterServer(server)
  }
}
