import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { reference } from './to-entry.ts'

/** A value that was not copied, and the variable in its place. */
export interface HiddenSecret {
  readonly variable: string
  /** Its place in the entry, such as `env.API_KEY`. */
  readonly where: string
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

/** A header as mcp-remote and curl take it: `Authorization: Bearer …`. */
const HEADER = /^([\w-]+):\s*(?!\/\/)(\S.*)$/s

/**
 * Replaces everything that may be a secret by a reference to a variable. References
 * stay as they are, and what only the other program could fill in becomes one.
 */
export function hideSecrets(
  server: string,
  entry: JsonObject,
): { readonly entry: JsonObject; readonly secrets: readonly HiddenSecret[] } {
  const hider = new SecretHider(server)
  const safe: Record<string, JsonValue> = { ...entry }
  for (const member of ['env', 'environment', 'headers'] as const) {
    const map = entry[member]
    if (isJsonObject(map)) safe[member] = hider.inMap(map, member)
  }
  if (typeof entry.url === 'string') safe.url = hider.inUrl(hider.fillMarkers(entry.url, 'url'))
  for (const member of ['args', 'command'] as const) {
    const list = entry[member]
    if (Array.isArray(list)) safe[member] = hider.inArguments(list as readonly JsonValue[], member)
  }
  return { entry: safe, secrets: hider.secrets }
}

/** Replaces secrets of one server, and remembers where they were. */
class SecretHider {
  readonly secrets: HiddenSecret[] = []
  readonly #server: string

  constructor(server: string) {
    this.#server = server
  }

  #hide(name: string, where: string): string {
    const variable = toVariable(name)
    this.secrets.push({ variable, where })
    return reference(variable)
  }

  fillMarkers(text: string, where: string): string {
    return text.replace(FOREIGN_MARKER, (_, input?: string, file?: string) =>
      this.#hide(input ?? file ?? this.#server, where),
    )
  }

  inMap(map: JsonObject, member: 'env' | 'environment' | 'headers'): JsonObject {
    return Object.fromEntries(
      Object.entries(map).map(([name, value]) => {
        const where = `${member}.${name}`
        const given = String(value)
        const text = this.fillMarkers(given, where)
        if (text !== given || ONLY_REFERENCES.test(text)) return [name, text]
        return [name, member === 'headers' ? this.#inHeader(name, text) : this.#inVariable(name, text, where)]
      }),
    )
  }

  #inHeader(name: string, text: string): string {
    if (HARMLESS_HEADERS.has(name.toLowerCase())) return text
    const [, scheme = ''] = /^((?:Bearer|Basic|Token) )/i.exec(text) ?? []
    return `${scheme}${this.#hide(`${this.#server}_${name}`, `headers.${name}`)}`
  }

  #inVariable(name: string, text: string, where: string): string {
    const isNamed = SECRET_NAME.test(name) && text.length > 5
    return HARMLESS_VALUE.test(text) && !isNamed && !hasToken(text) ? text : this.#hide(name, where)
  }

  inArguments(args: readonly JsonValue[], member: string): readonly JsonValue[] {
    return args.map((given, i) => {
      if (typeof given !== 'string') return given
      const where = `${member}[${i}]`
      const text = this.fillMarkers(given, where)
      if (text !== given) return text
      const [, flag, value] = /^(--?[\w-]+|[A-Z_][A-Z0-9_]*)=(.+)$/s.exec(text) ?? []
      if (flag !== undefined && value !== undefined) {
        const name = flag.startsWith('-') ? `${this.#server}_${flag}` : flag
        return `${flag}=${this.#inArgument(value, { name, where, isNamed: SECRET_NAME.test(flag) })}`
      }
      const before = args[i - 1]
      const isFlag = typeof before === 'string' && /^--?[\w-]+$/.test(before) && SECRET_NAME.test(before)
      const name = `${this.#server}_${isFlag ? before : `ARGUMENT_${i}`}`
      return this.#inArgument(text, { name, where, isNamed: isFlag && !text.startsWith('-') })
    })
  }

  /** A value that is named like a secret is one as a whole, unless it is a header with a value of its own. */
  #inArgument(
    text: string,
    { name, where, isNamed }: { readonly name: string; readonly where: string; readonly isNamed: boolean },
  ): string {
    if (ONLY_REFERENCES.test(text)) return text
    const [, header, value] = HEADER.exec(text) ?? []
    if (header === undefined || value === undefined) {
      if (isNamed) return this.#hide(name, where)
    } else if (SECRET_NAME.test(header) && !ONLY_REFERENCES.test(value))
      return `${header}: ${this.#hide(`${this.#server}_${header}`, where)}`
    const safe = /^\w+:\/\//.test(text) ? this.inUrl(text) : text
    return safe.replace(TOKEN, () => this.#hide(name, where))
  }

  /** Credentials of a URL, and every value of its query that is named like a secret or looks like one. */
  inUrl(text: string): string {
    return text
      .replace(/^(\w+:\/\/)([^/?#@\s]+)@/, (whole, scheme: string, user: string) =>
        user.includes('${') ? whole : `${scheme}${this.#hide(`${this.#server}_CREDENTIALS`, 'url')}@`,
      )
      .replace(/([?&])([^=&#]+)=([^&#]+)/g, (whole, mark: string, name: string, value: string) => {
        if (value.includes('${') || !(SECRET_NAME.test(name) || hasToken(value))) return whole
        return `${mark}${name}=${this.#hide(`${this.#server}_${name}`, `url?${name}`)}`
      })
  }
}

/** A line of any file without what looks like a secret in it. */
export function maskSecrets(line: string): string {
  return line
    .replace(
      /("?)([\w.-]+)\1(\s*[:=]\s*)"(?:[^"\\]|\\.)*"/g,
      (whole, mark: string, name: string, is: string) =>
        SECRET_NAME.test(name) ? `${mark}${name}${mark}${is}"…"` : whole,
    )
    .replace(/(\w+:\/\/)[^/?#@\s"']+@/g, '$1…@')
    .replace(TOKEN, '…')
}

function hasToken(text: string): boolean {
  return text.search(TOKEN) !== -1
}

/** A name an environment may have: `api-key` becomes `API_KEY`. */
function toVariable(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
  return /^[A-Z_]/.test(name) ? name : `_${name}`
}
