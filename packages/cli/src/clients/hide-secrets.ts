import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { reference } from './client-files.ts'

/** A value that was not copied, and the variable in its place. */
export interface HiddenSecret {
  readonly variable: string
  /** Its place in the entry, such as `env.API_KEY`. */
  readonly where: string
}

/** An entry without secrets. */
export interface SafeEntry {
  readonly entry: JsonObject
  readonly secrets: readonly HiddenSecret[]
}

const SECRET_NAME =
  /token|secret|passw|pwd|credential|auth|cookie|session|private|signature|bearer|dsn|\bkey|key$|_key|apikey|conn(?:ection)?_?str|database_url/i
/** Tokens that are recognizable by themselves, in any place. */
const TOKEN =
  /\b(?:(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|npm|hf|ya29)[-_.]|AKIA|AIza|eyJ)[-_.A-Za-z0-9]{8,}|-----BEGIN[\s\S]*/g
/** What a variable may hold and still be no secret: switches, numbers, levels, paths, plain addresses. */
const HARMLESS_VALUE =
  /^(?:|true|false|\d{1,6}|[a-z][a-z-]{0,15}|[A-Za-z]:\\[^:]*|[~./][\w./~@+ -]*|https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?)$/
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
/** A text that is nothing but references, and words that say how they are used. */
const ONLY_REFERENCES =
  /^(?:(?:Bearer|Basic|Token) )?(?:\$\{(?:env:)?[A-Za-z_]\w*(?::-[^}]*)?\}|\{env:[A-Za-z_]\w*\})$/i
/** What only the other program can fill in. */
const FOREIGN_MARKER = /\$\{input:([^}]+)\}|\{file:([^}]+)\}/g

/**
 * Replaces everything that may be a secret by a reference to a variable. References
 * stay as they are, and what only the other program could fill in becomes one.
 */
export function hideSecrets(server: string, entry: JsonObject): SafeEntry {
  const secrets: HiddenSecret[] = []
  const hide = (variable: string, where: string): string => {
    secrets.push({ variable, where })
    return reference(variable)
  }
  const fillMarkers = (text: string, where: string): string =>
    text.replace(FOREIGN_MARKER, (_, input?: string, file?: string) =>
      hide(toVariable(input ?? file ?? server), where),
    )
  const safe: Record<string, JsonValue> = { ...entry }
  for (const member of ['env', 'environment'] as const) {
    if (!isJsonObject(entry[member])) continue
    safe[member] = mapTexts(entry[member], (name, given) => {
      const text = fillMarkers(given, `${member}.${name}`)
      if (text !== given || ONLY_REFERENCES.test(text)) return text
      const isHarmless =
        HARMLESS_VALUE.test(text) && !(SECRET_NAME.test(name) && text.length > 5) && !hasToken(text)
      return isHarmless ? text : hide(toVariable(name), `${member}.${name}`)
    })
  }
  if (isJsonObject(entry.headers)) {
    safe.headers = mapTexts(entry.headers, (name, given) => {
      const where = `headers.${name}`
      const text = fillMarkers(given, where)
      if (text !== given || ONLY_REFERENCES.test(text) || HARMLESS_HEADERS.has(name.toLowerCase()))
        return text
      const [, scheme = ''] = /^((?:Bearer|Basic|Token) )/i.exec(text) ?? []
      return `${scheme}${hide(toVariable(`${server}_${name}`), where)}`
    })
  }
  if (typeof entry.url === 'string') safe.url = hideInUrl(fillMarkers(entry.url, 'url'), server, hide)
  for (const member of ['args', 'command'] as const) {
    const list = entry[member]
    if (Array.isArray(list))
      safe[member] = hideInArguments(list as readonly JsonValue[], { server, member, hide, fillMarkers })
  }
  return { entry: safe, secrets }
}

function mapTexts(map: JsonObject, change: (name: string, text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [
      name,
      change(name, typeof value === 'string' ? value : String(value)),
    ]),
  )
}

type Hide = (variable: string, where: string) => string

function hideInArguments(
  args: readonly JsonValue[],
  {
    server,
    member,
    hide,
    fillMarkers,
  }: {
    readonly server: string
    readonly member: string
    readonly hide: Hide
    readonly fillMarkers: (text: string, where: string) => string
  },
): readonly JsonValue[] {
  return args.map((given, i) => {
    if (typeof given !== 'string') return given
    const where = `${member}[${i}]`
    const text = fillMarkers(given, where)
    if (text !== given) return text
    const [, flag, value] = /^(--?[\w-]+|[A-Z_][A-Z0-9_]*)=(.+)$/s.exec(text) ?? []
    if (flag !== undefined && value !== undefined) {
      const name = flag.startsWith('-') ? `${server}_${flag}` : flag
      if (ONLY_REFERENCES.test(value)) return text
      if (SECRET_NAME.test(flag) && !HEADER.test(value)) return `${flag}=${hide(toVariable(name), where)}`
      return `${flag}=${hideInText(value, { server, name, where, hide })}`
    }
    const before = args[i - 1]
    const isNamed = typeof before === 'string' && /^--?[\w-]+$/.test(before) && SECRET_NAME.test(before)
    const name = isNamed ? `${server}_${before}` : `${server}_ARGUMENT_${i}`
    const isSecret = isNamed && !text.startsWith('-') && !ONLY_REFERENCES.test(text) && !HEADER.test(text)
    return isSecret ? hide(toVariable(name), where) : hideInText(text, { server, name, where, hide })
  })
}

/** A header as mcp-remote and curl take it: `Authorization: Bearer …`. */
const HEADER = /^([\w-]+):\s*(?!\/\/)(\S.*)$/s

function hideInText(
  text: string,
  {
    server,
    name,
    where,
    hide,
  }: { readonly server: string; readonly name: string; readonly where: string; readonly hide: Hide },
): string {
  const [, header, value] = HEADER.exec(text) ?? []
  if (header !== undefined && value !== undefined && SECRET_NAME.test(header) && !ONLY_REFERENCES.test(value))
    return `${header}: ${hide(toVariable(`${server}_${header}`), where)}`
  const safe = /^\w+:\/\//.test(text) ? hideInUrl(text, server, hide) : text
  return safe.replace(TOKEN, () => hide(toVariable(name), where))
}

function hasToken(text: string): boolean {
  return text.search(TOKEN) !== -1
}

/** Credentials of a URL, and every value of its query that is named like a secret or looks like one. */
function hideInUrl(text: string, server: string, hide: Hide): string {
  return text
    .replace(/^(\w+:\/\/)([^/?#@\s]+)@/, (whole, scheme: string, user: string) =>
      user.includes('${') ? whole : `${scheme}${hide(toVariable(`${server}_CREDENTIALS`), 'url')}@`,
    )
    .replace(/([?&])([^=&#]+)=([^&#]+)/g, (whole, mark: string, name: string, value: string) => {
      if (value.includes('${') || !(SECRET_NAME.test(name) || hasToken(value))) return whole
      return `${mark}${name}=${hide(toVariable(`${server}_${name}`), `url?${name}`)}`
    })
}

/** A name an environment may have: `api-key` becomes `API_KEY`. */
function toVariable(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
  return /^[A-Z_]/.test(name) ? name : `_${name}`
}
