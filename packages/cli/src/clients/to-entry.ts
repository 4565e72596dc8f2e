import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/** Members our own files have too. */
const KEPT = ['type', 'command', 'args', 'env', 'environment', 'cwd', 'url', 'headers', 'timeout']
/** Words of single programs that are translated. */
const TRANSLATED = [
  ...['serverUrl', 'httpUrl', 'includeTools', 'excludeTools', 'disabled', 'enabled', 'tools'],
  ...['bearer_token_env_var', 'http_headers', 'env_http_headers', 'env_vars'],
  ...['tool_timeout_sec', 'enabled_tools', 'disabled_tools'],
]
/** What a program remembers of a server for its own screens and questions. */
const OWN = [
  ...['description', 'name', 'title', 'icon', 'note', 'gallery', 'version', 'source', 'trust'],
  ...['alwaysAllow', 'autoApprove', 'startup_timeout_sec', 'startup_timeout_ms', 'required'],
]

/** Members of an entry that only its program understands, such as `envFile`. */
export function unknownMembers(value: JsonObject): readonly string[] {
  const known = [...KEPT, ...TRANSLATED, ...OWN]
  return Object.keys(value).filter((key) => !known.includes(key) && value[key] !== null)
}

/**
 * Brings an entry of any of the programs into our words, with members that `@toolscout/mcp` reads; `undefined` for what
 * is no server.
 */
export function toEntry(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  // Zed had all of it in one member once.
  if (isJsonObject(value.command)) {
    const { path, ...more } = value.command
    return toEntry({ ...value, ...more, command: path ?? null })
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  const entry: Record<string, JsonValue> = Object.fromEntries(members.filter(([key]) => KEPT.includes(key)))
  // The words of Windsurf and Gemini for it.
  if (typeof value.serverUrl === 'string') entry.url ??= value.serverUrl
  if (typeof value.httpUrl === 'string') Object.assign(entry, { url: value.httpUrl, type: 'http' })
  if (value.disabled === true || value.enabled === false) entry.disabled = true
  translateCodex(value, entry)
  translateTools(value, entry)
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
  const { tool_timeout_sec: seconds } = value
  if (typeof seconds === 'number') entry.timeout ??= Math.max(1, Math.round(seconds * 1_000))
}

/** Which tools a server may show; Codex has questions about single tools in a member of the name of ours. */
function translateTools(value: JsonObject, entry: Record<string, JsonValue>): void {
  const allow = value.enabled_tools ?? value.includeTools
  const deny = value.disabled_tools ?? value.excludeTools
  const { tools } = value
  const isOurs =
    isJsonObject(tools) && Object.keys(tools).every((key) => ['allow', 'deny', 'alwaysVisible'].includes(key))
  if (Array.isArray(allow) || Array.isArray(deny))
    entry.tools = { ...(Array.isArray(allow) && { allow }), ...(Array.isArray(deny) && { deny }) }
  else if (isOurs) entry.tools = tools
}

function toObject(value: unknown): Record<string, JsonValue> {
  return isJsonObject(value) ? { ...value } : {}
}

/** VS Code's word for the home folder. */
export function fillHome(entry: JsonObject, home: string): JsonObject {
  const inJson = JSON.stringify(home).slice(1, -1)
  return JSON.parse(JSON.stringify(entry).replaceAll(`$${'{userHome}'}`, () => inJson)) as JsonObject
}

/** What our files write for a variable. */
export function reference(variable: string): string {
  return `\${${variable}}`
}
