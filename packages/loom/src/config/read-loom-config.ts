import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { z } from 'zod'
import { parseYaml } from '../custom/parse-yaml.ts'
import { LoomConfigError } from '../errors.ts'
import { fold, readShape, renameMembers } from './read-shape.ts'
import { toServerEntry } from './to-server-entry.ts'

/** What a configuration of Loom says about tools. Frozen. */
export interface LoomConfig {
  /** The servers of its `mcp` block, for `gateway.addServers`. */
  readonly servers: { readonly mcpServers: { readonly [name: string]: JsonObject } }
  /** For `createLoomPermissions`; absent when it says nothing. */
  readonly permissions?: JsonValue
  /** For `createLoomHooks`; absent when it says nothing. */
  readonly hooks?: JsonValue
  /** Servers that cannot be read; they harm no other. */
  readonly failures: readonly { readonly name: string; readonly error: LoomConfigError }[]
  /** Sentences for people about what means something else here, or nothing. */
  readonly warnings: readonly string[]
}

const MCP = z.strictObject({
  servers: z.record(z.string(), z.unknown()).default({}),
  dynamic_discovery: z.unknown().optional(),
  client_info: z.unknown().optional(),
})
const DISCOVERY = z.strictObject({
  enabled: z.boolean().optional(),
  cache_size: z.int('a whole number is needed').min(0, 'cache_size must be 0 or more').optional(),
})
/** What is read of the block `tools`; the rest of it is about Loom's own agents. */
const TOOLS = ['permissions', 'hooks'] as const

/**
 * Reads the YAML of a Loom server: its blocks `mcp`, `tools.permissions` and `tools.hooks`. The rest of the file is
 * Loom's business. `${VAR}` is left to `gateway.addServers`, which fills it in.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID` when the text cannot be read, or a block is not what it must be.
 */
export function readLoomConfig(text: string): LoomConfig {
  const root = parseYaml(text, (why) => new LoomConfigError('', why))
  if (!isJsonObject(root)) throw new LoomConfigError('', `an object is needed, not ${quote(root)}.`)
  const { mcp, tools } = renameMembers(root, ['mcp', 'tools'], '')
  if (mcp === undefined && tools === undefined) throw new LoomConfigError('', 'it has neither mcp nor tools.')
  const warnings: string[] = []
  const servers = new Map<string, JsonObject>()
  const failures: { readonly name: string; readonly error: LoomConfigError }[] = []
  for (const [name, entry] of Object.entries(readServers(mcp ?? {}, warnings))) {
    try {
      servers.set(name, toServerEntry(entry, { name, warn: (message) => warnings.push(message) }))
    } catch (error) {
      if (!(error instanceof LoomConfigError)) throw error
      failures.push({ name, error })
    }
  }
  return Object.freeze({
    servers: { mcpServers: Object.fromEntries(servers) },
    ...readTools(tools ?? {}),
    failures: Object.freeze(failures),
    warnings: Object.freeze(warnings),
  })
}

function readServers(mcp: unknown, warnings: string[]): { readonly [name: string]: unknown } {
  const read = readShape(MCP, mcp, 'mcp')
  if (read.client_info !== undefined) {
    warnings.push('mcp.client_info is not taken over; give `connect.clientInfo` to createGateway.')
  }
  if (read.dynamic_discovery !== undefined) {
    readShape(DISCOVERY, read.dynamic_discovery, 'mcp.dynamic_discovery')
    warnings.push(
      'mcp.dynamic_discovery is not taken over; every tool can be found, and nothing has to be cached.',
    )
  }
  return read.servers
}

/** @throws LoomConfigError for a name that looks like one of ours: what it says would not hold. */
function readTools(tools: unknown): { readonly permissions?: JsonValue; readonly hooks?: JsonValue } {
  if (!isJsonObject(tools)) throw new LoomConfigError('tools', `an object is needed, not ${quote(tools)}.`)
  const members = renameMembers(tools, TOOLS, 'tools')
  for (const name of Object.keys(members)) {
    const [meant] = nearestNames(fold(name), TOOLS, { beginnings: false })
    if (meant === undefined || meant === name) continue
    throw new LoomConfigError(`tools.${name}`, `this is not known. Is ${quote(meant)} meant?`)
  }
  const { permissions, hooks } = members as { readonly [member: string]: JsonValue | undefined }
  return { ...(permissions === undefined ? {} : { permissions }), ...(hooks === undefined ? {} : { hooks }) }
}
