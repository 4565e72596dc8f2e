import { cleanText, truncate } from '@toolscout/model/internal'
import type { McpServerConfig } from './config/server-config.ts'

/**
 * Makes foreign text fit for an error or a log: hidden characters and known secrets removed, then cut to
 * `maxCodePoints`.
 */
export type Redactor = (text: string, maxCodePoints?: number) => string

/** Most of a foreign text that one message shows, in code points: enough for a stack's head. */
export const MAX_FOREIGN_TEXT = 2_000

/** Shorter values of variables are words such as `true` and ports, and would be cut out of everything. */
const MIN_VALUE_LENGTH = 8
/** Headers and URLs rarely hold anything but credentials, so shorter values count there. */
const MIN_CREDENTIAL_LENGTH = 4
/** A path segment this long is an unguessable address, as several hosted servers use for a credential. */
const MIN_SEGMENT_LENGTH = 16

const REDACTED = '[redacted]'

/** Shapes that tokens of well-known issuers have, and what follows an authentication scheme and is no word. */
const TOKEN_SHAPES =
  /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|sk-[A-Za-z0-9_-]{16,}|xox[a-z]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|glpat-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)|\b(?:Bearer|Basic)\s+(?=[^\s"',;]*\d)[^\s"',;]{4,}/g

/** How much more than it shows a redactor reads; the rest of a huge text costs nothing. */
const READ_AHEAD = 8

/** Prepares a redactor that knows the secrets of one server's configuration, and those that come to be known later. */
export function createRedactor(
  config: McpServerConfig,
  laterSecrets: () => readonly string[] = () => [],
): Redactor {
  const configured = spellAll(listSecrets(config))
  const redactAll = (text: string, spellings: readonly string[]): string => {
    const known = spellings.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), cleanText(text))
    return known.replace(TOKEN_SHAPES, REDACTED)
  }
  return (text, maxCodePoints = MAX_FOREIGN_TEXT) => {
    const later = laterSecrets()
    const spellings = later.length === 0 ? configured : spellAll([...configured, ...later])
    const longest = spellings[0]?.length ?? 0
    const maxRead = READ_AHEAD * maxCodePoints + longest
    if (text.length <= maxRead) return truncate(redactAll(text, spellings), maxCodePoints)
    // The cut may have gone through a secret, which then would not be known any more.
    return truncate(
      redactAll(text.slice(0, maxRead), spellings).slice(0, -longest || undefined),
      maxCodePoints,
    )
  }
}

/** A secret may contain another one; the longer goes first so that nothing of it is left. */
function spellAll(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
}

function listSecrets(config: McpServerConfig): string[] {
  const inserted = atLeast(MIN_VALUE_LENGTH, config.secrets ?? [])
  if (config.transport === 'skills') return inserted
  if (config.transport === 'stdio') {
    return [
      ...inserted,
      ...atLeast(MIN_VALUE_LENGTH, Object.values(config.env ?? {})),
      ...secretArguments(config.args),
    ]
  }
  const headers = Object.values(config.headers ?? {}).flatMap((value) => [
    value,
    value.replace(/^\w+\s+/, ''),
  ])
  return [...inserted, ...atLeast(MIN_CREDENTIAL_LENGTH, headers), ...urlSecrets(config.url)]
}

/** Values of flags that are called after a secret: `--api-key=x` and `--token x`. */
function secretArguments(args: readonly string[] = []): string[] {
  const values = args.flatMap((arg, i) => {
    const [flag = '', ...rest] = arg.split('=')
    if (!/token|key|secret|passw|auth|credential/i.test(flag)) return []
    return [rest.length > 0 ? rest.join('=') : flag.startsWith('-') ? (args[i + 1] ?? '') : '']
  })
  return atLeast(MIN_CREDENTIAL_LENGTH, values)
}

function urlSecrets(text: string): string[] {
  if (!URL.canParse(text)) return []
  const url = new URL(text)
  const credentials = [
    url.username,
    url.password,
    ...url.searchParams.values(),
    url.search.slice(1),
    url.hash.slice(1),
  ]
  return [
    ...atLeast(MIN_CREDENTIAL_LENGTH, credentials),
    ...atLeast(MIN_SEGMENT_LENGTH, url.pathname.split('/')),
  ]
}

function atLeast(length: number, texts: readonly string[]): string[] {
  return texts.filter((text) => typeof text === 'string' && text.length >= length)
}

/** A secret as it may turn up: as it is, line by line where it has several, without hidden characters, in JSON, into and out of a URL, in hexadecimal, in base64. */
function spellingsOf(secret: string): string[] {
  const spellings = [
    secret,
    secret.trim(),
    cleanText(secret),
    ...atLeast(MIN_SEGMENT_LENGTH, secret.split(/\r?\n/)),
    JSON.stringify(secret).slice(1, -1),
    converted(secret, encodeURIComponent),
    converted(secret, decodeURIComponent),
    ...encodingsOf(Buffer.from(secret)),
  ]
  return atLeast(MIN_CREDENTIAL_LENGTH, spellings)
}

/**
 * Bytes in hexadecimal and in base64 (RFC 4648, 4 and 5). In base64 three bytes are four characters, so a text in the middle
 * of another has three spellings; of each those characters that are made of nothing else.
 */
function encodingsOf(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
  })
  const base64 = [bytes.toString('base64'), bytes.toString('base64').replace(/=+$/, ''), ...within]
  const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [hex, hex.toUpperCase(), ...base64, ...base64Url]
}

function converted(text: string, convert: (text: string) => string): string {
  try {
    return convert(text)
  } catch {
    // Neither function takes every text; such a text has no spelling of that kind.
    return text
  }
}

/**
 * Says where a server is without saying anything secret, for logs and listings: the command and the number of
 * its arguments, the origin of the URL, or the folder.
 */
export function describeMcpServer(config: McpServerConfig): string {
  if (config.transport === 'stdio') {
    const count = config.args?.length ?? 0
    return `${truncate(cleanText(config.command), 200)} with ${count} argument${count === 1 ? '' : 's'}`
  }
  if (config.transport === 'skills') return `skills in ${truncate(cleanText(config.folder), 200)}`
  return URL.canParse(config.url) ? new URL(config.url).origin : 'a URL that cannot be read'
}

/** Far beyond the longest command line, so that nothing of one is cut. */
const MAX_LENGTH = 1_000_000

/**
 * Says which server a configuration means, for comparing: the command line with every argument, the URL, or the folder. Secrets of the
 * configuration stand as `[redacted]`, and neither variables nor headers are in it, so that another token is the same server.
 */
export function identifyMcpServer(config: McpServerConfig): string {
  const text =
    config.transport === 'stdio'
      ? JSON.stringify([config.command, ...(config.args ?? [])])
      : config.transport === 'skills'
        ? JSON.stringify(['skills', config.folder])
        : urlOf(config.url)
  return createRedactor(config)(text, MAX_LENGTH)
}

function urlOf(text: string): string {
  if (!URL.canParse(text)) return 'a URL that cannot be read'
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}
