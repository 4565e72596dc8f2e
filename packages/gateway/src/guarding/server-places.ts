import type { Discovery } from '@toolscout/discovery'
import { identifyMcpServer, type McpServerConfig } from '@toolscout/mcp'
import type { Backend } from '@toolscout/model'
import { groupBy } from '@toolscout/model/internal'
import type { Servers } from '../servers/servers.ts'

/**
 * How the servers that stand for one name are reached, as the digests of their tools cover it: by their names and what was
 * configured, without secrets. It is the same whichever of them lists a tool, or can.
 */
export function placesOfServers(configs: readonly McpServerConfig[]): (server: string) => string | undefined {
  const byName = new Map(configs.map((config) => [config.name, config]))
  const groups = groupBy(configs, namespaceOf)
  const places = new Map<string, string>()
  return (server) => {
    const config = byName.get(server)
    if (config === undefined) return undefined
    const namespace = namespaceOf(config)
    const known = places.get(namespace)
    if (known !== undefined) return known
    const group = groups.get(namespace) ?? []
    const place = group
      .map((one) => placeOf(one.name, identifyMcpServer(one)))
      .sort()
      .join('\n')
    places.set(namespace, place)
    return place
  }
}

/** The server whose name the tools of a server have. */
function namespaceOf({ name, replicaOf }: McpServerConfig): string {
  return replicaOf ?? name
}

function placeOf(server: string, identity: string): string {
  return JSON.stringify([server, identity])
}

/** Says how the servers of a tool are reached, without secrets; `undefined` while one of them is not known. */
export type PlaceReader = (backends: readonly Backend[]) => string | undefined

/** Creates a reader. A source of the facade that is no server of the gateway is known by its name. */
export function createPlaceReader(discovery: Discovery, servers: Servers): PlaceReader {
  let known:
    | { readonly created: number; readonly size: number; readonly of: ReturnType<typeof placesOfServers> }
    | undefined
  const placeOfServer = (name: string): string | undefined => {
    const entries = servers.list()
    if (known === undefined || known.created !== servers.created || known.size !== entries.length) {
      const of = placesOfServers(entries.map(({ server }) => server.config))
      known = { created: servers.created, size: entries.length, of }
    }
    return known.of(name)
  }
  return (backends) => {
    const places = new Set<string>()
    for (const backend of backends) {
      if (backend.kind === 'provider') places.add(JSON.stringify([backend.providerId, backend.toolId]))
      if (backend.kind !== 'mcp') continue
      const place = placeOfServer(backend.server)
      if (place === undefined && !discovery.sources().includes(backend.server)) return undefined
      places.add(place ?? placeOf(backend.server, ''))
    }
    return [...places].sort().join('\n')
  }
}
