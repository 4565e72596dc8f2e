import { InvalidToolIdError } from '../errors.ts'
import { sha256 } from '../internal/platform.ts'
import { quote } from '../internal/text/foreign-text.ts'

/** A canonical id, taken apart. */
export interface ToolId {
  /** Where the tool comes from; usually the name of its server. */
  readonly namespace?: string
  readonly name: string
  readonly version?: string
}

/**
 * Writes an id: `name`, `namespace:name`, `namespace:name:version`, or `:name:version` when there is a version
 * but no namespace. The inverse of {@link parseToolId}.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when a part is empty, too long, or holds another character than
 * `A-Za-z0-9_.-` (versions also `+`); the message names the characters.
 */
export function formatToolId(id: ToolId): string {
  checkPart('name', id.name, isIdPart(id.name))
  if (id.namespace !== undefined) checkPart('namespace', id.namespace, isIdPart(id.namespace))
  if (id.version !== undefined) checkPart('version', id.version, isIdVersion(id.version))
  return joinId(id.name, id.namespace, id.version)
}

/** As {@link formatToolId}, of parts that are known to be legal. */
export function joinId(name: string, namespace: string | undefined, version: string | undefined): string {
  if (version !== undefined) return `${namespace ?? ''}:${name}:${version}`
  return namespace === undefined ? name : `${namespace}:${name}`
}

/**
 * Takes an id apart; the inverse of {@link formatToolId}.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when the text is no id in canonical form.
 */
export function parseToolId(text: string): ToolId {
  const parts = text.split(':')
  if (parts.length > 3) {
    throw new InvalidToolIdError(
      `${quote(text)} has more than three parts; an id is "name", "namespace:name" or "namespace:name:version".`,
      text,
    )
  }
  const [first = '', second = '', version] = parts
  const name = parts.length === 1 ? first : second
  const hasNamespace = parts.length === 2 || (parts.length === 3 && first !== '')
  const id = {
    ...(hasNamespace ? { namespace: first } : {}),
    name,
    ...(version === undefined ? {} : { version }),
  }
  try {
    formatToolId(id)
  } catch (cause) {
    if (!(cause instanceof InvalidToolIdError)) throw cause
    throw new InvalidToolIdError(`${quote(text)} is no tool id: ${cause.message}`, text)
  }
  return Object.freeze(id)
}

/** Whether a text is an id in canonical form. */
export function isToolId(text: string): boolean {
  try {
    parseToolId(text)
    return true
  } catch {
    return false
  }
}

function checkPart(what: string, part: string, legal: boolean): void {
  if (legal) return
  if (part === '') throw new InvalidToolIdError(`The ${what} is empty.`, part)
  const illegal = [...new Set(part.replace(what === 'version' ? /[A-Za-z0-9_.+-]/g : /[A-Za-z0-9_.-]/g, ''))]
  throw new InvalidToolIdError(
    illegal.length > 0
      ? `The ${what} ${quote(part)} holds ${illegal.slice(0, 10).map(quote).join(', ')}; allowed are letters, digits and _.-`
      : `The ${what} ${quote(part)} has ${part.length} characters, more than allowed.`,
    part,
  )
}

/** Longest name or namespace inside an id, in characters (all of them ASCII). */
const MAX_ID_PART_LENGTH = 128
/** Longest version inside an id, in characters. */
const MAX_VERSION_LENGTH = 64

const PART = /^[A-Za-z0-9_.-]{1,128}$/
const VERSION = /^[A-Za-z0-9_.+-]{1,64}$/
/** 8 hexadecimal digits: a chance below one in a million that two of 90 illegal names of a namespace meet. */
const DIGEST_LENGTH = 8

/** Whether a text can stand in an id as name or namespace: 1 to 128 of `A-Za-z0-9_.-`. */
export function isIdPart(text: string): boolean {
  return PART.test(text)
}

/** Whether a text can stand in an id as version: 1 to 64 of `A-Za-z0-9_.+-`. */
export function isIdVersion(text: string): boolean {
  return VERSION.test(text)
}

/**
 * Gives any text a legal part for an id. A legal text stays as it is; of any other, every run of illegal
 * characters becomes `_`, the rest is kept as far as it fits, and the first 8 digits of the text's SHA-256
 * tell apart what the replacement made equal: `Get Weather` becomes `Get_Weather.` and the digits, a name
 * without a single legal character becomes `tool.` and the digits.
 *
 * Deterministic and idempotent: the same text gives the same part on every machine, and a part gives itself.
 */
export function toIdPart(text: string): string {
  return isIdPart(text) ? text : withDigest(text, /[^A-Za-z0-9_.-]+/g, MAX_ID_PART_LENGTH, 'tool')
}

/** As {@link toIdPart}, for versions. */
export function toIdVersion(text: string): string {
  return isIdVersion(text) ? text : withDigest(text, /[^A-Za-z0-9_.+-]+/g, MAX_VERSION_LENGTH, 'version')
}

function withDigest(text: string, illegal: RegExp, maxLength: number, fallback: string): string {
  const room = maxLength - DIGEST_LENGTH - 1
  const kept = text
    .slice(0, 4 * maxLength)
    .replace(illegal, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, room)
  return `${kept === '' ? fallback : kept}.${sha256(text).slice(0, DIGEST_LENGTH)}`
}

/** Longest tool name that every large model provider accepts. */
export const MAX_EXPORT_NAME_LENGTH = 64

const LEGAL = /^[A-Za-z0-9_-]{1,64}$/

/** Names for models beside the ids they stand for. */
export interface ExportNames {
  /** The name a model sees for an id; `undefined` for an id that was not given. */
  readonly nameOf: (id: string) => string | undefined
  /** The id behind a name; `undefined` for a name that was not given out. */
  readonly idOf: (name: string) => string | undefined
}

/**
 * The name a model sees for an id: `server__tool` where both parts allow it, at most 64 of `A-Za-z0-9_-`.
 *
 * An id that does not fit (a dot, a version, a part with `__` or a `_` beside the seam, too long) keeps as much
 * as fits and gets `_` and 8 digits of the id's SHA-256, so that `a_b` + `c` and `a` + `b_c` stay two names.
 * Depends on nothing but the id: a tool keeps its name whatever else is registered.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when the text is no canonical id.
 */
export function toExportName(id: string): string {
  const { namespace, name, version } = parseToolId(id)
  const plain = namespace === undefined ? name : `${namespace}__${name}`
  if (version === undefined && LEGAL.test(plain) && isUnambiguous(plain, namespace !== undefined))
    return plain
  return digested(plain, id, DIGEST_LENGTH)
}

/**
 * Gives every id its export name and remembers the way back. Should two names meet after all (a tool that
 * calls itself what another's digest gives), the one with the greater id gets a longer digest; the result does
 * not depend on the order of `ids`.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when one of them is no canonical id.
 */
export function createExportNames(ids: Iterable<string>): ExportNames {
  const byId = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const id of [...new Set(ids)].sort()) {
    let name = toExportName(id)
    for (let digits = 2 * DIGEST_LENGTH; byName.has(name); digits += DIGEST_LENGTH) {
      name = digested(name, id, Math.min(digits, 48))
    }
    byId.set(id, name)
    byName.set(name, id)
  }
  return Object.freeze({ nameOf: (id: string) => byId.get(id), idOf: (name: string) => byName.get(name) })
}

/** Whether the name can be taken apart in one way only. A digest's own form is kept out of plain names. */
function isUnambiguous(plain: string, hasNamespace: boolean): boolean {
  if (/_[0-9a-f]{8}$/.test(plain)) return false
  const seams = plain.match(/_{2,}/g) ?? []
  return hasNamespace ? seams.length === 1 && seams[0] === '__' : seams.length === 0
}

function digested(plain: string, id: string, digits: number): string {
  const kept = plain.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_EXPORT_NAME_LENGTH - digits - 1)
  return `${kept}_${sha256(id).slice(0, digits)}`
}
