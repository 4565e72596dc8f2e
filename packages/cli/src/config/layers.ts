import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { McpConfig, McpServerConfig } from '@toolscout/mcp'
import type { McpConfigWarning } from '@toolscout/mcp/internal'
import type { ToolscoutError } from '@toolscout/model'
import { quote, toIdPart } from '@toolscout/model/internal'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { ConfigOptions } from '../program/options.ts'
import type { Output } from '../terminal/output.ts'
import { PROJECT_FILE, placesOf } from './places.ts'
import { type ConfigLayer, type LayerKind, readLayer } from './read-layer.ts'
import { type GuardSettings, type Profile, strictestPins, strictestScan } from './settings.ts'

/** A server, which file it comes from, and what it is there. */
export interface LayeredServer {
  readonly name: string
  readonly kind: LayerKind
  readonly file: string
  /** Files of earlier layers that name it too and lose. */
  readonly overrides: readonly string[]
  readonly state:
    | { readonly is: 'usable'; readonly config: McpServerConfig }
    | { readonly is: 'disabled' }
    | { readonly is: 'broken'; readonly error: ToolscoutError }
}

/** All layers as one. */
export interface LayeredConfig extends GuardSettings {
  readonly layers: readonly ConfigLayer[]
  /** Each name once, later layers before earlier ones, in the order of first appearance. */
  readonly servers: readonly LayeredServer[]
  readonly profiles: ReadonlyMap<string, Profile>
  readonly warnings: readonly McpConfigWarning[]
  /** Files that were looked for, found or not, in the order of the layers. */
  readonly looked: readonly string[]
}

/**
 * Reads the files of other programs that the user's configuration names, the user's configuration, the project's (the next `.toolscout.json` on the way up, as far as the home folder or a
 * repository's root), and those that were named. Of two servers of one name the one of the later file counts.
 *
 * Rejects with `MCP_CONFIG_INVALID` or `CONFIG_FILE_INVALID` when a file as a whole cannot be used.
 */
export async function loadLayers(host: CliHost, options: ConfigOptions = {}): Promise<LayeredConfig> {
  const candidates = findFiles(host, options)
  const read = await Promise.all(candidates.map((candidate) => readLayer(candidate, host)))
  const layers = read.filter((layer) => layer !== undefined)
  const clients = layers.flatMap((layer) => layer.clients ?? [])
  const theirs =
    clients.length === 0
      ? { layers: [], looked: [] }
      : await (await import('../clients/client-layers.ts')).readClientLayers(clients, host)
  return mergeLayers([...theirs.layers, ...layers], [...theirs.looked, ...candidates.map(({ file }) => file)])
}

/** The same, for commands that need a server. Rejects with `NO_SERVERS` as well. */
export async function loadServers(host: CliHost, options: ConfigOptions): Promise<LayeredConfig> {
  const config = await loadLayers(host, options)
  if (config.servers.length > 0) return config
  const { looked } = config
  const where = looked.length === 0 ? 'No file was named' : `Looked in ${looked.join(', ')}`
  throw new CliError(
    'NO_SERVERS',
    `No servers are configured. ${where}. Run "toolscout init" to take over what your other clients use, or "toolscout add NAME -- COMMAND".`,
  )
}

/** Says what has no effect in the configuration. */
export function warnOfConfig({ warnings }: LayeredConfig, output: Output): void {
  for (const { message } of warnings) output.warn(message)
}

/** Puts layers together, later ones above earlier ones. */
function mergeLayers(layers: readonly ConfigLayer[], looked: readonly string[]): LayeredConfig {
  const servers = new Map<string, LayeredServer>()
  const profiles = new Map<string, Profile>()
  for (const { kind, file, config, profiles: own } of layers) {
    const put = (name: string, state: LayeredServer['state']): void => {
      const earlier = servers.get(name)
      const overrides = earlier === undefined ? [] : [...earlier.overrides, earlier.file]
      servers.set(name, { name, kind, file, overrides, state })
    }
    for (const server of config.servers) put(server.name, { is: 'usable', config: server })
    for (const name of config.disabled) put(name, { is: 'disabled' })
    for (const { name, error } of config.failures) put(name, { is: 'broken', error })
    for (const [name, profile] of own) profiles.set(name, profile)
  }
  return {
    layers,
    servers: refuseTwins([...servers.values()]),
    profiles,
    pins: strictestPins(layers.map(({ kind, pins }) => ({ isProject: kind === 'project', pins }))),
    scan: strictestScan(layers.map(({ scan }) => scan)),
    warnings: layers.flatMap(({ config }) => config.warnings),
    looked,
  }
}

/** Of two names that begin the same ids only the first is used: tools and what is trusted of them would be mixed. */
function refuseTwins(servers: readonly LayeredServer[]): readonly LayeredServer[] {
  const names = new Map<string, string>()
  return servers.map((server) => {
    const { name, file, state } = server
    if (state.is !== 'usable') return server
    const first = names.get(toIdPart(name))
    if (first === undefined) {
      names.set(toIdPart(name), name)
      return server
    }
    const message = `${file}: the ids of the server ${quote(name)} would be those of ${quote(first)}; give it another name.`
    return {
      ...server,
      state: { is: 'broken', error: new CliError('CONFIG_FILE_INVALID', message) },
    }
  })
}

/** The servers that can be connected. */
export function usableServers({ servers }: Pick<LayeredConfig, 'servers'>): readonly McpServerConfig[] {
  return servers.flatMap(({ state }) => (state.is === 'usable' ? [state.config] : []))
}

/** Servers that can be connected, and those that could be if their configuration could be used. */
export type ConfiguredServers = Pick<McpConfig, 'servers' | 'failures'>

/** Both of a configuration. */
export function configuredServers({ servers }: Pick<LayeredConfig, 'servers'>): ConfiguredServers {
  const broken = servers.flatMap(({ name, state }) =>
    state.is === 'broken' ? [{ name, error: state.error }] : [],
  )
  return { servers: usableServers({ servers }), failures: broken }
}

/** Where to look, in the order of the layers. */
export function findFiles(
  host: CliHost,
  { config = [], isolated = false }: ConfigOptions,
): readonly Pick<ConfigLayer, 'kind' | 'file'>[] {
  const explicit = config.map((file) => ({ kind: 'explicit' as const, file: resolve(host.cwd, file) }))
  if (isolated) return explicit
  const project = findProjectFile(host)
  return [
    { kind: 'user' as const, file: placesOf(host).userConfig },
    ...(project === undefined ? [] : [{ kind: 'project' as const, file: project }]),
    ...explicit,
  ]
}

/** The next `.toolscout.json` on the way up. */
export function findProjectFile({ cwd, home }: CliHost): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = join(folder, PROJECT_FILE)
    if (existsSync(file)) return file
    const isTop = folder === dirname(folder) || folder === home
    if (isTop || existsSync(join(folder, '.git'))) return undefined
  }
}
