import type { ConfigPath } from './config-place.ts'
import type { McpServerConfig, McpServerOrigin } from './server-config.ts'
import type { ServerEntry } from './server-entry.ts'
import type { ToolPatterns } from './tool-patterns.ts'

/** Below this many milliseconds a `timeout` was probably meant in seconds, as a few programs have it. */
const SHORTEST_LIKELY_TIMEOUT_MS = 1_000

const PROCESS_KEYS = ['args', 'env', 'environment', 'cwd'] as const
const REMOTE_KEYS = ['headers'] as const

/** Which transport each word for it means. */
const TRANSPORTS = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
  remote: 'auto',
} as const

/** What a server is given beside its entry. */
export interface ServerContext {
  readonly name: string
  readonly origin: McpServerOrigin
  /** Values that variables put into the entry. */
  readonly secrets: readonly string[]
  readonly warn: (at: ConfigPath, message: string) => void
}

/** What keeps an entry from being a server. */
export interface EntryConflict {
  readonly path: ConfigPath
  readonly problem: string
}

/** Brings an entry of any dialect into the one form, frozen. */
export function toServerConfig(entry: ServerEntry, context: ServerContext): McpServerConfig | EntryConflict {
  const transport = findTransport(entry)
  if (typeof transport !== 'string') return transport
  warnOfUselessMembers(entry, transport === 'stdio', context)
  const timeoutMs = entry.timeoutMs ?? entry.timeout
  const common = {
    name: context.name,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(entry.tools === undefined ? {} : { tools: toPatterns(entry.tools) }),
    ...(entry.tools?.alwaysVisible === undefined ? {} : { alwaysVisible: frozen(entry.tools.alwaysVisible) }),
    ...(entry.tags === undefined ? {} : { tags: frozen(entry.tags) }),
    ...(entry.trusted === undefined ? {} : { trusted: entry.trusted }),
    ...(context.secrets.length === 0 ? {} : { secrets: Object.freeze([...context.secrets]) }),
    origin: Object.freeze(context.origin),
  }
  if (transport !== 'stdio') {
    return Object.freeze({
      ...common,
      transport,
      url: entry.url as string,
      headers: Object.freeze({ ...entry.headers }),
    })
  }
  const [command = '', ...leading] =
    typeof entry.command === 'string' ? [entry.command] : (entry.command ?? [])
  return Object.freeze({
    ...common,
    transport,
    command,
    args: Object.freeze([...leading, ...(entry.args ?? [])]),
    env: Object.freeze({ ...entry.environment, ...entry.env }),
    ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
  })
}

function findTransport(entry: ServerEntry): McpServerConfig['transport'] | EntryConflict {
  const { type, command, url } = entry
  if (type === undefined) {
    if (command !== undefined && url !== undefined) {
      return { path: [], problem: 'there are both "command" and "url"; leave one out or name a "type"' }
    }
    if (command === undefined && url === undefined) {
      return { path: [], problem: 'a "command" (for a process) or a "url" (for a remote server) is needed' }
    }
    return command === undefined ? 'auto' : 'stdio'
  }
  const transport = TRANSPORTS[type]
  const needed = transport === 'stdio' ? 'command' : 'url'
  return entry[needed] === undefined ? { path: [], problem: `type "${type}" needs a "${needed}"` } : transport
}

function warnOfUselessMembers(entry: ServerEntry, isProcess: boolean, context: ServerContext): void {
  const useless = isProcess ? [...REMOTE_KEYS, 'url' as const] : [...PROCESS_KEYS, 'command' as const]
  for (const key of useless) {
    if (entry[key] === undefined) continue
    context.warn([key], `this has no effect on a ${isProcess ? 'process' : 'remote server'}.`)
  }
  if (entry.timeout === undefined || entry.timeout >= SHORTEST_LIKELY_TIMEOUT_MS) return
  context.warn(['timeout'], `this is taken as ${entry.timeout} milliseconds; for seconds, write thousands.`)
}

function toPatterns({ allow, deny }: NonNullable<ServerEntry['tools']>): ToolPatterns {
  return Object.freeze({
    ...(allow === undefined ? {} : { allow: frozen(allow) }),
    ...(deny === undefined ? {} : { deny: frozen(deny) }),
  })
}

function frozen(list: readonly string[]): readonly string[] {
  return Object.freeze([...list])
}
