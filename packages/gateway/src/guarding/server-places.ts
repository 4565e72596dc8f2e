import type { Discovery } from '@toolscout/discovery'
import { identifyMcpServer, type McpServerConfig } from '@toolscout/mcp'
import type { Backend } from '@toolscout/model'
import type { Servers } from '../servers/servers.ts'

/** How a server is reached, as the digests of its tools cover it: by its name and what was configured, without secrets. */
export function placeOfServer(config: McpServerConfig): string {
  return placeOf(config.name, identifyMcpServer(config))
}

function placeOf(server: string, identity: string): string {
  return JSON.stringify([server, identity])
}

/** Says how the servers of a tool are reached, without secrets; `undefined` while one of them is not known. */
export type PlaceReader = (backends: readonly Backend[]) => string | undefined

/** Creates a reader. A source of the facade that is no server of the gateway is known by its name. */
export function createPlaceReader(discovery: Discovery, servers: Servers): PlaceReader {
  const known = new WeakMap<McpServerConfig, string>()
  const identify = (config: McpServerConfig): string => {
    const place = known.get(config) ?? identifyMcpServer(config)
    known.set(config, place)
    return place
  }
  return (backends) => {
    const places: string[] = []
    for (const backend of backends) {
      if (backend.kind === 'provider') places.push(JSON.stringify([backend.providerId, backend.toolId]))
      if (backend.kind !== 'mcp') continue
      const config = servers.get(backend.server)?.server.config
      if (config === undefined && !discovery.sources().includes(backend.server)) return undefined
      places.push(placeOf(backend.server, config === undefined ? '' : identify(config)))
    }
    return places.sort().join('\n')
  }
}
