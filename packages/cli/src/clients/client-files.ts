import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { pathsOf, placesOf } from '../config/places.ts'
import type { CliHost } from '../host.ts'

/** A file in which a program may keep servers. */
export interface ClientFile {
  /** The program, as people call it. */
  readonly client: string
  readonly file: string
  /** Paths of maps of servers in it, in the order they count. */
  readonly maps: readonly (readonly string[])[]
}

/** Where each program keeps its servers on this platform; those of the folder first, since they count more. */
export function clientFiles({ cwd, home, platform, env }: CliHost): readonly ClientFile[] {
  const { join, dirname } = pathsOf(platform)
  // The folder of applications' settings: ours is next to theirs, except on macOS.
  const xdg = dirname(dirname(placesOf({ env, home, platform }).userConfig))
  const support =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : xdg
  const claude = [['mcpServers']]
  const code = [['servers'], ['mcp', 'servers'], ['mcpServers']]
  const codex = [['mcp_servers']]
  const openCode = [['mcp']]
  const places: readonly (readonly [
    client: string,
    maps: ClientFile['maps'],
    ...files: (string | undefined)[],
  ])[] = [
    ['Claude Code', claude, join(cwd, '.mcp.json')],
    ['Cursor', claude, join(cwd, '.cursor', 'mcp.json')],
    ['VS Code', code, join(cwd, '.vscode', 'mcp.json')],
    ['Codex', codex, join(cwd, '.codex', 'config.toml')],
    ['OpenCode', openCode, join(cwd, 'opencode.json'), join(cwd, 'opencode.jsonc')],
    ['Claude Desktop', claude, join(support, 'Claude', 'claude_desktop_config.json')],
    ['Claude Code', [['projects', cwd, 'mcpServers'], ...claude], join(home, '.claude.json')],
    ['Cursor', claude, join(home, '.cursor', 'mcp.json')],
    ...['Code', 'Code - Insiders'].map((edition) => {
      const user = join(support, edition, 'User')
      return ['VS Code', code, join(user, 'mcp.json'), join(user, 'settings.json')] as const
    }),
    ['Windsurf', claude, join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['Codex', codex, join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml')],
    ['OpenCode', openCode, env.OPENCODE_CONFIG],
    ['OpenCode', openCode, join(xdg, 'opencode', 'opencode.json'), join(xdg, 'opencode', 'opencode.jsonc')],
  ]
  return places.flatMap(([client, maps, ...files]) =>
    files.flatMap((file) => (file === undefined ? [] : { client, file, maps })),
  )
}

const KEPT = ['type', 'command', 'args', 'env', 'environment', 'cwd', 'url', 'headers', 'timeout']
/**
 * Brings an entry of any of the programs into our words, with members that `@toolscout/mcp` reads; `undefined` for what
 * is no server.
 */
export function toEntry(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  const entry: Record<string, JsonValue> = Object.fromEntries(members.filter(([key]) => KEPT.includes(key)))
  // Windsurf's word for it.
  if (typeof value.serverUrl === 'string') entry.url ??= value.serverUrl
  if (value.disabled === true || value.enabled === false) entry.disabled = true
  translateCodex(value, entry)
  return entry.command === undefined && entry.url === undefined ? undefined : entry
}

/** Members of Codex, which has a word of its own for most of it. */
function translateCodex(value: JsonObject, entry: Record<string, JsonValue>): void {
  const { bearer_token_env_var: bearer, http_headers: literal, env_http_headers: byVariable } = value
  const headers = { ...toObject(entry.headers), ...toObject(literal) }
  for (const [name, variable] of Object.entries(toObject(byVariable)))
    headers[name] = reference(String(variable))
  if (typeof bearer === 'string') headers.Authorization = `Bearer ${reference(bearer)}`
  if (Object.keys(headers).length > 0) entry.headers = headers
  if (Array.isArray(value.env_vars)) {
    const passed = value.env_vars.filter((name): name is string => typeof name === 'string')
    entry.env = {
      ...Object.fromEntries(passed.map((name) => [name, reference(name)])),
      ...toObject(entry.env),
    }
  }
  const { tool_timeout_sec: seconds, enabled_tools: allow, disabled_tools: deny } = value
  if (typeof seconds === 'number') entry.timeout ??= Math.max(1, Math.round(seconds * 1_000))
  if (Array.isArray(allow) || Array.isArray(deny))
    entry.tools = { ...(Array.isArray(allow) && { allow }), ...(Array.isArray(deny) && { deny }) }
  else if (isJsonObject(value.tools)) entry.tools = value.tools
}

function toObject(value: unknown): Record<string, JsonValue> {
  return isJsonObject(value) ? { ...value } : {}
}

/** What our files write for a variable. */
export function reference(variable: string): string {
  return `\${${variable}}`
}
