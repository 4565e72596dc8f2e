import { MAX_TIMEOUT_MS } from '@toolscout/model/internal'
import * as z from 'zod/mini'
import type { ConfigFault, ConfigPath } from './config-result.ts'
import type { McpServerConfig, McpServerOrigin, ToolPatterns } from './server-config.ts'

// The messages are ours: they say what is needed and never repeat a value, which may be a secret.
// People write ports and flags without quotes; a process and a header know only text.
const text = z.pipe(
  z.union([z.string(), z.number(), z.boolean()], { error: 'a text is needed' }),
  z.transform(String),
)
const texts = z.array(text, { error: 'a list of texts is needed' })
const textMap = z.record(z.string(), text, { error: 'an object of texts is needed' })
const flag = z.boolean({ error: 'true or false is needed' })
const timeoutError = `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS} is needed`
const timeoutMs = z
  .int({ error: timeoutError })
  .check(z.gte(1, timeoutError), z.lte(MAX_TIMEOUT_MS, timeoutError))

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
const TYPES = Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[]

/**
 * One entry of a configuration file, in any of the dialects. Unknown members are let through here and
 * warned of by the reader; in `tools` they are refused, because a misspelled `deny` would let a tool through.
 */
const SERVER_ENTRY = z.looseObject(
  {
    type: z.optional(z.enum(TYPES, { error: `one of ${TYPES.join(', ')} is needed` })),
    command: z.optional(
      z.union([z.string(), texts.check(z.minLength(1))], { error: 'a text or a list of texts is needed' }),
    ),
    args: z.optional(texts),
    env: z.optional(textMap),
    environment: z.optional(textMap),
    cwd: z.optional(z.string({ error: 'a text is needed' })),
    url: z.optional(z.string({ error: 'a text is needed' })),
    skills: z.optional(z.string({ error: 'the path of a folder is needed' })),
    headers: z.optional(textMap),
    disabled: z.optional(flag),
    enabled: z.optional(flag),
    timeout: z.optional(timeoutMs),
    timeoutMs: z.optional(timeoutMs),
    tools: z.optional(
      z.strictObject(
        { allow: z.optional(texts), deny: z.optional(texts), alwaysVisible: z.optional(texts) },
        { error: 'an object of the lists allow, deny and alwaysVisible, and nothing else, is needed' },
      ),
    ),
    trusted: z.optional(flag),
    tags: z.optional(texts),
    replicaOf: z.optional(z.string({ error: 'the name of a server is needed' })),
  },
  { error: 'an object is needed' },
)

/** One entry as the file has it, its members checked. */
type ServerEntry = z.infer<typeof SERVER_ENTRY>

/** Members an entry may have. */
export const ENTRY_KEYS: readonly string[] = Object.freeze(Object.keys(SERVER_ENTRY.shape))

/** Below this many milliseconds a `timeout` was probably meant in seconds, as a few programs have it. */
const SHORTEST_LIKELY_TIMEOUT_MS = 1_000

const PROCESS_KEYS = ['command', 'args', 'env', 'environment', 'cwd'] as const
const REMOTE_KEYS = ['headers', 'url'] as const
const FOREIGN_KEYS = {
  stdio: REMOTE_KEYS,
  skills: [...PROCESS_KEYS, ...REMOTE_KEYS, 'type'],
  remote: PROCESS_KEYS,
} as const

/** What a server is given beside its entry. */
export interface ServerContext {
  readonly name: string
  readonly origin: McpServerOrigin
  /** Values that variables put into the entry. */
  readonly secrets: readonly string[]
  readonly warn: (at: ConfigPath, message: string) => void
}

/** Brings an entry of any dialect into the one form, frozen; or says what is the first thing wrong in it. */
export function toServerConfig(value: unknown, context: ServerContext): McpServerConfig | ConfigFault {
  const parsed = SERVER_ENTRY.safeParse(value)
  if (!parsed.success) {
    const { path = [], message = 'an object is needed' } = parsed.error.issues[0] ?? {}
    return { path: path.map((part) => (typeof part === 'number' ? part : String(part))), problem: message }
  }
  const entry = parsed.data
  const transport = findTransport(entry)
  if (typeof transport !== 'string') return transport
  warnOfUselessMembers(entry, transport, context)
  const timeoutMs = entry.timeoutMs ?? entry.timeout
  const common = {
    name: context.name,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(entry.tools === undefined ? {} : { tools: toPatterns(entry.tools) }),
    ...(entry.tools?.alwaysVisible === undefined ? {} : { alwaysVisible: frozen(entry.tools.alwaysVisible) }),
    ...(entry.tags === undefined ? {} : { tags: frozen(entry.tags) }),
    ...(entry.trusted === undefined ? {} : { trusted: entry.trusted }),
    ...(entry.replicaOf === undefined ? {} : { replicaOf: entry.replicaOf }),
    ...(context.secrets.length === 0 ? {} : { secrets: frozen(context.secrets) }),
    origin: Object.freeze(context.origin),
  }
  if (transport === 'skills') return Object.freeze({ ...common, transport, folder: entry.skills ?? '' })
  if (transport !== 'stdio') {
    const headers = Object.freeze({ ...entry.headers })
    return Object.freeze({ ...common, transport, url: entry.url ?? '', headers })
  }
  const [command = '', ...leading] = [entry.command ?? []].flat()
  return Object.freeze({
    ...common,
    transport,
    command,
    args: Object.freeze([...leading, ...(entry.args ?? [])]),
    env: Object.freeze({ ...entry.environment, ...entry.env }),
    ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
  })
}

function findTransport(entry: ServerEntry): McpServerConfig['transport'] | ConfigFault {
  const { type, command, url, skills } = entry
  const fault = (problem: string): ConfigFault => ({ path: [], problem })
  if (skills !== undefined) {
    if (command === undefined && url === undefined) return 'skills'
    return fault('there is "skills" beside a "command" or "url"; write an entry for each')
  }
  if (type !== undefined) {
    const needed = TRANSPORTS[type] === 'stdio' ? 'command' : 'url'
    return entry[needed] === undefined ? fault(`type "${type}" needs a "${needed}"`) : TRANSPORTS[type]
  }
  if (command === undefined && url === undefined) {
    return fault(
      'a "command" (for a process), a "url" (for a remote server) or "skills" (a folder) is needed',
    )
  }
  if (command === undefined) return 'auto'
  return url === undefined
    ? 'stdio'
    : fault('there are both "command" and "url"; leave one out or name a "type"')
}

function warnOfUselessMembers(
  entry: ServerEntry,
  transport: McpServerConfig['transport'],
  context: ServerContext,
): void {
  const kind = transport === 'stdio' || transport === 'skills' ? transport : 'remote'
  for (const key of FOREIGN_KEYS[kind]) {
    if (entry[key] !== undefined) context.warn([key], `this has no effect on a ${TITLES[kind]}.`)
  }
  if (entry.timeout === undefined || entry.timeout >= SHORTEST_LIKELY_TIMEOUT_MS) return
  context.warn(['timeout'], `this is taken as ${entry.timeout} milliseconds; for seconds, write thousands.`)
}

const TITLES = { stdio: 'process', skills: 'folder of skills', remote: 'remote server' } as const

function toPatterns({ allow, deny }: NonNullable<ServerEntry['tools']>): ToolPatterns {
  return Object.freeze({
    ...(allow === undefined ? {} : { allow: frozen(allow) }),
    ...(deny === undefined ? {} : { deny: frozen(deny) }),
  })
}

function frozen(list: readonly string[]): readonly string[] {
  return Object.freeze([...list])
}
