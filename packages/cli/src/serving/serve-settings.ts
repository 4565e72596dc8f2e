import { createDiscovery, type Discovery, openDiscovery } from '@toolscout/discovery'
import {
  createDirectExposure,
  createMetaExposure,
  type Gateway,
  type GatewayPolicy,
} from '@toolscout/gateway'
import type { Exposure } from '@toolscout/gateway/internal'
import { createLoomExposure } from '@toolscout/loom/exposure'
import type { McpServerConfig } from '@toolscout/mcp'
import { matchesPattern } from '@toolscout/mcp/internal'
import type { ToolSummary } from '@toolscout/model'
import { createOpencodeToolboxExposure } from '@toolscout/opencode/exposure'
import { type KeptCatalog, openCacheFolder, serversKey } from '../catalog/cache-folder.ts'
import { openKeptStore } from '../catalog/kept-store.ts'
import { placesOf } from '../config/places.ts'
import type { ExposureName, Profile } from '../config/settings.ts'
import { ConfigFileError } from '../errors.ts'
import type { CliHost } from '../host.ts'

/** Creates what a model is shown. */
export function createExposure(gateway: Gateway, name: ExposureName, isSplit: boolean): Exposure {
  if (name === 'direct') return createDirectExposure(gateway)
  if (name === 'toolbox') return createOpencodeToolboxExposure(gateway)
  if (name === 'loom') return createLoomExposure(gateway)
  return createMetaExposure(gateway, { split: isSplit })
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

/** The token a variable holds; `undefined` when none is named. @throws ConfigFileError `CONFIG_FILE_INVALID`. */
export function readToken(variable: string | undefined, env: CliHost['env']): string | undefined {
  if (variable === undefined) return undefined
  const token = env[variable]
  if (token !== undefined && token !== '') return token
  throw new ConfigFileError(`The variable ${variable}, which --token-env names, is not set.`, 'environment')
}

/** What a gateway begins with. */
export interface KeptDiscovery {
  readonly discovery: Discovery
  /** Whether tools are there before their servers are. */
  readonly isKept: boolean
}

/** A facade with the tools these servers had when they were listed last; an empty one where nothing is kept of them. */
export async function openKeptDiscovery(
  configs: readonly McpServerConfig[],
  host: CliHost,
): Promise<KeptDiscovery> {
  const kept = await openCacheFolder(placesOf(host).cache, host.now).read(serversKey(configs))
  const discovery = kept === undefined ? undefined : await openBuild(kept, host)
  if (discovery === undefined) return { discovery: createDiscovery(), isKept: false }
  return { discovery, isKept: true }
}

async function openBuild({ folder }: KeptCatalog, { signal }: CliHost): Promise<Discovery | undefined> {
  try {
    return await openDiscovery({ store: openKeptStore(folder, signal) })
  } catch (error) {
    if (signal.aborted) throw error
    // Damaged, or a newer build took its place just now: the servers will say what they have.
    return undefined
  }
}
