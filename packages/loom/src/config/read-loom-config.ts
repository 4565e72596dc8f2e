import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, nearestNames, quote } from '@toolscout/model/internal'
import { z } from 'zod'
import { parseYaml } from '../custom/parse-yaml.ts'
import { LoomConfigError } from '../errors.ts'
import { fold, readShape, renameMembers } from './read-shape.ts'

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
 * Reads the YAML of a Loom server: its blocks `mcp`, `tools.permissions` and `tools.hooks`; warnings name the rest. `${VAR}` is left to `gateway.addServers`, which fills it in.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID` when the text cannot be read, or a block is not what it must be.
 */
export function readLoomConfig(text: string): LoomConfig {
  const root = parseYaml(text, (why) => new LoomConfigError('', why))
  if (!isJsonObject(root)) throw new LoomConfigError('', `an object is needed, not ${quote(root)}.`)
  const { mcp, tools, ...others } = renameMembers(root, ['mcp', 'tools'], '')
  if (mcp === undefined && tools === undefined) throw new LoomConfigError('', 'it has neither mcp nor tools.')
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  warnOfUnread(Object.keys(others), warn)
  const servers = new Map<string, JsonObject>()
  const failures: { readonly name: string; readonly error: LoomConfigError }[] = []
  for (const [name, entry] of Object.entries(readServers(mcp ?? {}, warn))) {
    try {
      servers.set(name, toServerEntry(entry, { path: `mcp.servers.${name}`, warn }))
    } catch (error) {
      if (!(error instanceof LoomConfigError)) throw error
      failures.push({ name, error })
    }
  }
  return Object.freeze({
    servers: { mcpServers: Object.fromEntries(servers) },
    ...readTools(tools ?? {}, warn),
    failures: Object.freeze(failures),
    warnings: Object.freeze(warnings),
  })
}

function readServers(mcp: unknown, warn: PartNotes['warn']): { readonly [name: string]: unknown } {
  const read = readShape(MCP, mcp, 'mcp')
  if (read.client_info !== undefined) {
    warn('mcp.client_info is not taken over; give `connect.clientInfo` to createGateway.')
  }
  if (read.dynamic_discovery !== undefined) {
    readShape(DISCOVERY, read.dynamic_discovery, 'mcp.dynamic_discovery')
    warn('mcp.dynamic_discovery is not taken over; every tool can be found, and nothing has to be cached.')
  }
  return read.servers
}

function warnOfUnread(names: readonly string[], warn: PartNotes['warn']): void {
  if (names.length > 0) warn(`Not read, because a loom has none of it: ${names.map(quote).join(', ')}.`)
}

/** @throws LoomConfigError for a name that looks like one of ours: what it says would not hold. */
function readTools(
  tools: unknown,
  warn: PartNotes['warn'],
): { readonly permissions?: JsonValue; readonly hooks?: JsonValue } {
  if (!isJsonObject(tools)) throw new LoomConfigError('tools', `an object is needed, not ${quote(tools)}.`)
  const members = renameMembers(tools, TOOLS, 'tools')
  for (const name of Object.keys(members)) {
    const [meant] = nearestNames(fold(name), TOOLS, { beginnings: false })
    if (meant === undefined || meant === name) continue
    throw new LoomConfigError(`tools.${name}`, `this is not known. Is ${quote(meant)} meant?`)
  }
  const unread = Object.keys(members).filter((name) => !TOOLS.some((one) => one === name))
  warnOfUnread(
    unread.map((name) => `tools.${name}`),
    warn,
  )
  const { permissions, hooks } = members as { readonly [member: string]: JsonValue | undefined }
  return { ...(permissions === undefined ? {} : { permissions }), ...(hooks === undefined ? {} : { hooks }) }
}

/** What each transport of Loom is called here. Its `http` is the older one, with server-sent events. */
const TRANSPORTS = { stdio: 'stdio', http: 'sse', sse: 'sse', 'streamable-http': 'http' } as const
const PINS = /^(?:|auto|legacy|\d{4}-\d{2}-\d{2})$/u

const names = z.array(z.string())
const FILTER = z.strictObject({
  all: z.boolean().default(false),
  include: names.default([]),
  exclude: names.default([]),
})
const transportError = `one of ${Object.keys(TRANSPORTS).join(', ')} is needed`
const SERVER = z.looseObject({
  enabled: z.boolean().default(false),
  transport: z.enum(['stdio', 'http', 'sse', 'streamable-http'], { error: transportError }).default('stdio'),
  command: z.unknown().optional(),
  args: z.unknown().optional(),
  env: z.unknown().optional(),
  url: z.unknown().optional(),
  headers: z.unknown().optional(),
  trusted: z.unknown().optional(),
  enable_sessions: z.boolean().optional(),
  enable_resumption: z.boolean().optional(),
  protocol_version: z.string().regex(PINS, 'auto, legacy or a revision of MCP is needed').optional(),
  timeout: z.unknown().optional(),
  timeout_seconds: z.unknown().optional(),
  tools: z.unknown().optional(),
})
const KNOWN = Object.keys(SERVER.shape)
/** Members that are handed on unchecked; adding the server checks them. */
const SAME = ['command', 'args', 'env', 'url', 'headers', 'trusted'] as const

/** Which part it is, and who hears what people should know of it. */
interface PartNotes {
  readonly path: string
  readonly warn: (message: string) => void
}

/**
 * A server of Loom's `mcp` block in the words of `mcpServers`. One that is not enabled is switched off, and nothing else
 * of it is looked at.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID`.
 */
function toServerEntry(value: unknown, { path, warn }: PartNotes): JsonObject {
  if (!isJsonObject(value)) throw new LoomConfigError(path, `an object is needed, not ${quote(value)}.`)
  const { enabled } = renameMembers(value, KNOWN, path)
  if (enabled === undefined) warn(`${path} is switched off, because it does not say \`enabled: true\`.`)
  if (enabled === undefined || enabled === false) return { disabled: true }
  const server = readShape(SERVER, value, path)
  for (const member of Object.keys(server)) {
    if (KNOWN.includes(member)) continue
    const [meant] = nearestNames(member, KNOWN)
    warn(`${path}.${member} is not known and has no effect.${meant ? ` Is "${meant}" meant?` : ''}`)
  }
  if (server.timeout !== undefined || server.timeout_seconds !== undefined) {
    warn(
      `${path}: its time to start is not taken over; createGateway has \`connect.timeouts.connectMs\`, and \`timeoutMs\` of a server limits its calls as well.`,
    )
  }
  if (!['', 'auto'].includes(server.protocol_version ?? '')) {
    warn(`${path}.protocol_version is not taken over; the newest revision that both know is spoken.`)
  }
  if (server.enable_sessions !== undefined) {
    warn(`${path}.enable_sessions is not taken over; a server that wants sessions has them.`)
  }
  if (server.enable_resumption !== undefined) {
    warn(
      `${path}.enable_resumption is not taken over; a stream is resumed where the server numbers its events.`,
    )
  }
  const given = Object.fromEntries(
    SAME.flatMap((member) => (server[member] === undefined ? [] : [[member, server[member]]])),
  )
  return {
    type: TRANSPORTS[server.transport],
    ...given,
    tools: toPatterns(server.tools ?? {}, { path: `${path}.tools`, warn }),
  } as JsonObject
}

/** As Loom reads a filter: nothing where it is empty; what is excluded never; `all` before `include` but for that. */
function toPatterns(value: unknown, { path, warn }: PartNotes): JsonObject {
  const { all, include, exclude } = readShape(FILTER, value, path)
  const pattern = [...include, ...exclude].find((one) => one.includes('*'))
  if (pattern !== undefined) {
    throw new LoomConfigError(path, `${quote(pattern)} is no name; Loom takes names as they are.`)
  }
  const isAll = all && (exclude.length === 0 || include.length === 0)
  if (!isAll && include.length === 0) {
    warn(`${path}: NONE of its tools are there, because the filter is empty. Write \`tools: { all: true }\`.`)
  }
  return {
    ...(isAll ? {} : { allow: include }),
    ...(exclude.length === 0 ? {} : { deny: exclude }),
  }
}
