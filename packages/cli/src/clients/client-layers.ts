import { parseMcpServers } from '@toolscout/mcp/internal'
import type { ConfigLayer } from '../config/read-layer.ts'
import type { CliHost } from '../host.ts'
import { CLIENTS, type ClientFile, type ClientId, clientFiles } from './client-files.ts'
import { readServers } from './find-servers.ts'

/**
 * The user's files of programs as layers, those that count less first. What they hold is read each time and copied nowhere.
 * Files of a project are never read this way, because they name programs to run. A file that cannot be read is a warning.
 */
export async function readClientLayers(
  clients: readonly ClientId[],
  host: CliHost,
): Promise<{ readonly layers: readonly ConfigLayer[]; readonly looked: readonly string[] }> {
  const places = clientFiles(host).filter(({ id, scope }) => scope === 'user' && clients.includes(id))
  const layers = await Promise.all(places.toReversed().map((place) => readClientLayer(place, host)))
  return { layers: layers.flat(), looked: places.map(({ file }) => file) }
}

/** Servers of one file as a layer; none of a file without any. */
export async function readClientLayer(place: ClientFile, host: CliHost): Promise<readonly ConfigLayer[]> {
  const { file } = place
  const read = await readServers(place, host)
  const layer = { kind: 'client' as const, file, profiles: new Map(), pins: {} }
  if ('problem' in read) {
    const message = `${CLIENTS[place.id]}: ${read.problem}`
    const warnings = [{ source: file, path: '', message }]
    return [{ ...layer, config: { servers: [], disabled: [], failures: [], warnings } }]
  }
  if (read.servers.length === 0) return []
  // Of two of one name the first counts.
  const mcpServers = Object.fromEntries(read.servers.toReversed().map(({ name, entry }) => [name, entry]))
  return [{ ...layer, config: await parseMcpServers({ mcpServers }, { source: file, env: host.env }) }]
}
