import type { JsonObject } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { z } from 'zod'
import { LoomConfigError } from '../errors.ts'
import { readShape, renameMembers } from './read-shape.ts'

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
  enable_sessions: z.boolean().optional(),
  enable_resumption: z.boolean().optional(),
  protocol_version: z.string().regex(PINS, 'auto, legacy or a revision of MCP is needed').optional(),
  timeout: z.unknown().optional(),
  timeout_seconds: z.unknown().optional(),
  tools: z.unknown().optional(),
})
const KNOWN = Object.keys(SERVER.shape)
/** Members that are handed on unchecked; adding the server checks them. */
const SAME = ['command', 'args', 'env', 'url', 'headers'] as const

/** Which server it is, and who hears what people should know of it. */
export interface ServerNotes {
  readonly name: string
  readonly warn: (message: string) => void
}

/**
 * A server of Loom's `mcp` block in the words of `mcpServers`. One that is not enabled is switched off, and nothing else
 * of it is looked at.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID`.
 */
export function toServerEntry(value: unknown, { name, warn }: ServerNotes): JsonObject {
  const path = `mcp.servers.${name}`
  if (!isJsonObject(value)) throw new LoomConfigError(path, `an object is needed, not ${quote(value)}.`)
  const { enabled } = renameMembers(value, KNOWN, path)
  if (enabled === undefined) warn(`${path} is switched off, because it does not say \`enabled: true\`.`)
  if (enabled === undefined || enabled === false) return { disabled: true }
  const server = readShape(SERVER, value, path)
  for (const member of Object.keys(server)) {
    if (!KNOWN.includes(member)) warn(`${path}.${member} is not known and has no effect.`)
  }
  if (server.timeout !== undefined || server.timeout_seconds !== undefined) {
    warn(
      `${path}: its time to start is not taken over; createGateway has \`connect.timeouts.connectMs\`, and \`timeoutMs\` of a server limits its calls as well.`,
    )
  }
  if (!['', 'auto'].includes(server.protocol_version ?? '')) {
    warn(`${path}.protocol_version is not taken over; the newest revision that both know is spoken.`)
  }
  if (server.enable_sessions === false) {
    warn(`${path}.enable_sessions is not taken over; a server that wants sessions has them.`)
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
function toPatterns(
  value: unknown,
  { path, warn }: { readonly path: string; readonly warn: (message: string) => void },
): JsonObject {
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
