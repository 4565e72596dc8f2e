import type { McpServerConfig } from '@toolscout/mcp'
import type { LayeredServer } from '../config/layers.ts'
import type { CliHost } from '../host.ts'
import { type ClientId, clientFiles } from './client-files.ts'
import { readClientLayer } from './client-layers.ts'

/**
 * Names of servers that a program lists itself, because its own files, a project's too, have them in the same words, or
 * because they are read from there.
 */
export async function listedItself(
  client: ClientId,
  servers: readonly LayeredServer[],
  host: CliHost,
): Promise<ReadonlySet<string>> {
  const places = clientFiles(host).filter(({ id }) => id === client)
  const layers = (await Promise.all(places.map((place) => readClientLayer(place, host)))).flat()
  const theirs = layers.flatMap(({ config }) => config.servers.map(wordsOf))
  return new Set(
    servers.flatMap(({ name, file, state }) => {
      const isTheirs = places.some((place) => place.file === file)
      return isTheirs || (state.is === 'usable' && theirs.includes(wordsOf(state.config))) ? [name] : []
    }),
  )
}

function wordsOf({ origin: _, ...config }: McpServerConfig): string {
  return JSON.stringify(config)
}
