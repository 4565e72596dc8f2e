import { sha256 } from '../internal/json/sha256.ts'

/** Longest name or namespace inside an id, in characters (all of them ASCII). */
export const MAX_ID_PART_LENGTH = 128
/** Longest version inside an id, in characters. */
export const MAX_VERSION_LENGTH = 64

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
