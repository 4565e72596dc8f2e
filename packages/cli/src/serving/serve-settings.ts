import { createDiscovery, type Discovery, openDiscovery } from '@toolscout/discovery'
import {
  createDirectExposure,
  createGateway,
  createMetaExposure,
  type Gateway,
  type GatewayEvent,
  type GatewayOptions,
  type GatewayPolicy,
  type MetaExposureOptions,
} from '@toolscout/gateway'
import { type Exposure, recallServerWords } from '@toolscout/gateway/internal'
import { createLoomExposure } from '@toolscout/loom/exposure'
import type { McpServerConfig } from '@toolscout/mcp'
import { matchesPattern } from '@toolscout/mcp/internal'
import type { ToolSummary } from '@toolscout/model'
import { createOpencodeToolboxExposure } from '@toolscout/opencode/exposure'
import { CacheFolder, type KeptCatalog, serversKey } from '../catalog/cache-folder.ts'
import { sweepDrafts } from '../catalog/drafts.ts'
import { recallEras } from '../catalog/kept-eras.ts'
import { openKeptStore } from '../catalog/kept-store.ts'
import { type ConfiguredServers, type LayeredConfig, loadServers, warnOfConfig } from '../config/layers.ts'
import { pinPlace } from '../config/places.ts'
import type { ExposureName, Profile } from '../config/settings.ts'
import { CliError } from '../errors.ts'
import type { CliHost } from '../host.ts'
import { keptLogins } from '../login/auth-provider.ts'
import { LoginFolder } from '../login/login-folder.ts'
import { ServerLogs } from '../logs/server-logs.ts'
import { createPinStore, warnOfOverrides } from '../pins/pin-store.ts'
import type { CommandContext, ConfigOptions } from '../program/options.ts'
import { RegistryFolder } from '../registry/registry-folder.ts'
import type { RegistrySearch } from '../registry/search-registries.ts'
import { followLogins, followPins } from './follow-changes.ts'

/** Creates what a model is shown; `host` is where registries lie. */
export function createExposure(
  gateway: Gateway,
  name: ExposureName,
  { split, host }: { readonly split: boolean; readonly host: CliHost },
): Exposure {
  if (name === 'direct') return createDirectExposure(gateway)
  if (name === 'toolbox') return createOpencodeToolboxExposure(gateway)
  if (name === 'loom') return createLoomExposure(gateway)
  return createMetaExposure(gateway, { split, notConnected: notConnected(gateway, host) })
}

/** Names servers of the registries that somebody added; most people have none, and nothing is loaded for them. */
function notConnected(gateway: Gateway, host: CliHost): NonNullable<MetaExposureOptions['notConnected']> {
  const folder = new RegistryFolder(host)
  let search: RegistrySearch | undefined
  return async (query) => {
    if (search === undefined && (await folder.version()) === undefined) return []
    search ??= new (await import('../registry/search-registries.ts')).RegistrySearch(host)
    return (await search.find(query, gateway.servers())).map(({ name, description, needs }) => {
      const lacks = needs.length === 0 ? '' : ` (needs ${needs.join(', ')})`
      return `Not connected, from a registry, not checked: run "toolscout add ${name}"${lacks}: ${description}`
    })
  }
}

/** Which tools exist under a profile; `undefined` when all do. */
export function profilePolicy({ allow, deny = [], readOnly = false }: Profile): GatewayPolicy | undefined {
  if (allow === undefined && deny.length === 0 && !readOnly) return undefined
  const isNamed = (patterns: readonly string[], { id, name }: ToolSummary): boolean =>
    patterns.some((pattern) => matchesPattern(pattern, id) || matchesPattern(pattern, name))
  return (tool) =>
    (allow === undefined || isNamed(allow, tool)) &&
    !isNamed(deny, tool) &&
    (!readOnly || tool.annotations?.readOnlyHint === true)
}

/** The token a variable holds; `undefined` when none is named. @throws CliError `CONFIG_FILE_INVALID`. */
export function readToken(variable: string | undefined, env: CliHost['env']): string | undefined {
  if (variable === undefined) return undefined
  const token = env[variable]
  if (token !== undefined && token !== '') return token
  throw new CliError('CONFIG_FILE_INVALID', `The variable ${variable}, which --token-env names, is not set.`)
}

/** The configuration of what is served, with what is wrong of it said. Rejects with `NO_SERVERS`. */
export async function loadServed(options: ConfigOptions, context: CommandContext): Promise<LayeredConfig> {
  const { host, output } = context
  const config = await loadServers(host, options)
  warnOfConfig(config, output)
  for (const { state } of config.servers) if (state.is === 'broken') output.warn(state.error.message)
  await warnOfOverrides(config, context)
  return config
}

/** Which servers a gateway has, and what is particular of it. */
export interface ConfiguredOptions extends Pick<GatewayOptions, 'policy' | 'onEvent' | 'start' | 'relay'> {
  /** How long a server may take to be connected and listed, in milliseconds. Default: as without. */
  readonly timeoutMs?: number | undefined
  /** All usable servers of the configuration, as it is now. */
  readonly known: () => readonly McpServerConfig[]
  /** Those that are served, and those that would be, could their configuration be used. */
  readonly chosen: ConfiguredServers
}

/**
 * Makes a gateway of configured servers that begins with the tools they had when they were listed last, so that it answers
 * at once; what is known of a server is compared with what it lists when it is started. It follows approvals of other
 * processes.
 */
export async function openGateway(
  { pins, scan }: LayeredConfig,
  { known, chosen, timeoutMs, ...options }: ConfiguredOptions,
  { host, output }: CommandContext,
): Promise<{ readonly gateway: Gateway; readonly close: () => Promise<void> }> {
  await sweepDrafts(host)
  const kept = await openKept(known(), host)
  const discovery = kept?.discovery ?? createDiscovery()
  const logs = new ServerLogs(host)
  const onEvent = (event: GatewayEvent): void => {
    if (event.type === 'serverStateChanged')
      logs.add({
        server: event.server,
        kind: 'state',
        message: [event.state, event.reason ?? []].flat().join(': '),
      })
    options.onEvent?.(event)
  }
  const gateway = createGateway({
    ...options,
    onEvent,
    discovery,
    ...(kept && { startWaitMs: 0 }),
    connect: {
      authProvider: keptLogins(host),
      onDiagnostic: logs.add,
      ...(timeoutMs !== undefined && { timeouts: { connectMs: timeoutMs, listMs: timeoutMs } }),
    },
    scan,
    pins: { ...pins, store: createPinStore(host, known) },
  })
  recallServerWords(gateway, kept?.servers ?? [])
  let unfollow = (): void => {}
  const close = async (): Promise<void> => {
    unfollow()
    await gateway.stop()
    await discovery.close()
    await logs.written()
  }
  try {
    await gateway.addServers({ ...chosen, disabled: [], warnings: [] })
    const unfollowPins = await followPins(gateway, pinPlace(host), output)
    const unfollowLogins = followLogins(gateway, new LoginFolder(host).folder)
    unfollow = () => {
      unfollowPins()
      unfollowLogins()
    }
    return { gateway, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A facade with the tools these servers had when they were listed last, and what they said; `undefined` where nothing is kept of them. */
async function openKept(
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<{ readonly discovery: Discovery; readonly servers: KeptCatalog['servers'] } | undefined> {
  const cache = new CacheFolder(host)
  const key = serversKey(configs)
  try {
    let kept = await cache.read(key)
    if (kept === undefined) {
      const known = await cache.adopt(configs)
      if (known.length === 0) return undefined
      kept = await cache.write(key, known)
    }
    recallEras(kept)
    const discovery = await openDiscovery({ store: openKeptStore(kept.folder, host.signal) })
    return { discovery, servers: kept.servers }
  } catch {
    host.signal.throwIfAborted()
    // Damaged, or a newer build took its place just now: the servers will say what they have.
    return undefined
  }
}
