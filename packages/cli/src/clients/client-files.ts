import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { pathsOf, placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** Programs whose servers can be taken over. */
export type ClientName =
  | 'Claude Desktop'
  | 'Claude Code'
  | 'Cursor'
  | 'VS Code'
  | 'Windsurf'
  | 'Codex'
  | 'OpenCode'

/** A file in which a program may keep servers. */
export interface ClientFile {
  readonly client: ClientName
  readonly file: string
  /** Whether it counts everywhere, or in this folder. */
  readonly scope: 'user' | 'project'
  readonly format: 'json' | 'toml'
  /** Paths of maps of servers in it, in the order they count. */
  readonly maps: readonly (readonly string[])[]
}

/** Where each program keeps its servers on this platform; those of the folder first, since they count more. */
export function clientFiles(host: Pick<CliHost, 'cwd' | 'home' | 'platform' | 'env'>): readonly ClientFile[] {
  const { cwd, home, platform, env } = host
  const { join, dirname } = pathsOf(platform)
  // The folder of applications' settings: ours is next to theirs, except on macOS.
  const xdg = dirname(dirname(placesOf(host).userConfig))
  const support =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : xdg
  const claude = [['mcpServers']]
  const code = [['servers'], ['mcp', 'servers'], ['mcpServers']]
  const json = (
    client: ClientName,
    scope: ClientFile['scope'],
    maps: ClientFile['maps'],
    ...files: readonly string[]
  ): readonly ClientFile[] => files.map((file) => ({ client, scope, maps, file, format: 'json' }))
  const codex = (scope: ClientFile['scope'], file: string): ClientFile => ({
    client: 'Codex',
    scope,
    file,
    format: 'toml',
    maps: [['mcp_servers']],
  })
  const openCode = ['opencode.json', 'opencode.jsonc']
  return [
    ...json('Claude Code', 'project', claude, join(cwd, '.mcp.json')),
    ...json('Cursor', 'project', claude, join(cwd, '.cursor', 'mcp.json')),
    ...json('VS Code', 'project', code, join(cwd, '.vscode', 'mcp.json')),
    codex('project', join(cwd, '.codex', 'config.toml')),
    ...json('OpenCode', 'project', [['mcp']], ...openCode.map((name) => join(cwd, name))),
    ...json('Claude Desktop', 'user', claude, join(support, 'Claude', 'claude_desktop_config.json')),
    ...json('Claude Code', 'user', [['projects', cwd, 'mcpServers'], ...claude], join(home, '.claude.json')),
    ...json('Cursor', 'user', claude, join(home, '.cursor', 'mcp.json')),
    ...json(
      'VS Code',
      'user',
      code,
      ...['Code', 'Code - Insiders'].flatMap((edition) => [
        join(support, edition, 'User', 'mcp.json'),
        join(support, edition, 'User', 'settings.json'),
      ]),
    ),
    ...json('Windsurf', 'user', claude, join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    codex('user', join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml')),
    ...json(
      'OpenCode',
      'user',
      [['mcp']],
      ...(env.OPENCODE_CONFIG === undefined ? [] : [env.OPENCODE_CONFIG]),
      ...openCode.map((name) => join(xdg, 'opencode', name)),
    ),
  ]
}

/** A server of another program in our words: only members that `@toolscout/mcp` reads. */
export interface TakenEntry {
  readonly entry: JsonObject
  /** Members that mean nothing here. */
  readonly left: readonly string[]
}

const KEPT = ['type', 'command', 'args', 'env', 'environment', 'cwd', 'url', 'headers', 'timeout'] as const
/** Members that are brought into other words below. */
const TRANSLATED = new Set([
  'serverUrl',
  'disabled',
  'enabled',
  'enabled_tools',
  'disabled_tools',
  'tool_timeout_sec',
  'bearer_token_env_var',
  'http_headers',
  'env_http_headers',
  'env_vars',
  'tools',
])

/** Brings an entry of any of the programs into our words; `undefined` for what is no server. */
export function toEntry(value: unknown): TakenEntry | undefined {
  if (!isJsonObject(value)) return undefined
  const entry: Record<string, JsonValue> = {}
  for (const key of KEPT) {
    const own = value[key]
    if (own !== undefined && own !== null) entry[key] = own
  }
  // Windsurf's word for it.
  if (typeof value.serverUrl === 'string') entry.url ??= value.serverUrl
  if (value.disabled === true || value.enabled === false) entry.disabled = true
  translateCodex(value, entry)
  if (entry.command === undefined && entry.url === undefined) return undefined
  const left = Object.keys(value).filter(
    (key) => !(KEPT as readonly string[]).includes(key) && !TRANSLATED.has(key),
  )
  return { entry, left }
}

/** Members of Codex, which has a word of its own for most of it. */
function translateCodex(value: JsonObject, entry: Record<string, JsonValue>): void {
  const { bearer_token_env_var: bearer, http_headers: literal, env_http_headers: byVariable } = value
  const headers: Record<string, JsonValue> = { ...(isJsonObject(entry.headers) ? entry.headers : {}) }
  if (isJsonObject(literal)) Object.assign(headers, literal)
  if (isJsonObject(byVariable)) {
    for (const [name, variable] of Object.entries(byVariable)) headers[name] = reference(String(variable))
  }
  if (typeof bearer === 'string') headers.Authorization = `Bearer ${reference(bearer)}`
  if (Object.keys(headers).length > 0) entry.headers = headers
  if (Array.isArray(value.env_vars)) {
    const passed = value.env_vars.filter((name): name is string => typeof name === 'string')
    entry.env = {
      ...Object.fromEntries(passed.map((name) => [name, reference(name)])),
      ...(isJsonObject(entry.env) ? entry.env : {}),
    }
  }
  const { tool_timeout_sec: seconds, enabled_tools: allow, disabled_tools: deny } = value
  if (typeof seconds === 'number') entry.timeout ??= Math.max(1, Math.round(seconds * 1_000))
  const tools = {
    ...(Array.isArray(allow) ? { allow } : {}),
    ...(Array.isArray(deny) ? { deny } : {}),
  }
  if (Object.keys(tools).length > 0) entry.tools = tools
  else if (isJsonObject(value.tools)) entry.tools = value.tools
}

/** What our files write for a variable. */
export function reference(variable: string): string {
  return `\${${variable}}`
}
