import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

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
