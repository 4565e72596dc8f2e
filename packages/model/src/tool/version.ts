import { compareIds } from '../contracts/searcher.ts'
import { InvalidVersionError } from '../errors.ts'
import { quote } from '../internal/text/foreign-text.ts'

/** A semantic version (semver.org 2.0.0), taken apart. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** Identifiers behind the hyphen, such as `['beta', 2]`; empty for a release. */
  readonly prerelease: readonly (string | number)[]
  /** Identifiers behind the plus sign; they play no part in precedence. */
  readonly build: readonly string[]
}

/** Longest version or range that is read; npm's grammar needs far less. */
const MAX_LENGTH = 256
const NUMBER = '0|[1-9]\\d*'
/** What may stand behind a patch number. */
export const VERSION_END: string =
  `(?:-((?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*))*))?` +
  '(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?'
const VERSION = new RegExp(`^v?(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})${VERSION_END}$`)

/** A semantic version; `undefined` for any other text. */
export function readVersion(text: string): Version | undefined {
  const [, major, minor, patch, prerelease, build] =
    (text.length <= MAX_LENGTH && VERSION.exec(text.trim())) || []
  return major === undefined ? undefined : toVersion([major, minor, patch].map(Number), prerelease, build)
}

/** A version of its numbers; `undefined` when one is too large to be exact. */
export function toVersion(
  [major = 0, minor = 0, patch = 0]: readonly number[],
  prerelease = '',
  build = '',
): Version | undefined {
  if (![major, minor, patch].every(Number.isSafeInteger)) return undefined
  const toIdentifier = (part: string): string | number => (isExact(part) ? Number(part) : part)
  return Object.freeze({
    major,
    minor,
    patch,
    prerelease: Object.freeze(prerelease === '' ? [] : prerelease.split('.').map(toIdentifier)),
    build: Object.freeze(build === '' ? [] : build.split('.')),
  })
}

function isExact(digits: string): boolean {
  return /^\d+$/.test(digits) && Number.isSafeInteger(Number(digits))
}

/**
 * Reads a semantic version, with or without a leading `v`. All three numbers must be there.
 *
 * @throws InvalidVersionError `INVALID_VERSION` for anything else, an empty text included.
 */
export function parseVersion(text: string): Version {
  const version = readVersion(text)
  if (version !== undefined) return version
  throw new InvalidVersionError(`${quote(text)} is no semantic version; write it like "1.4.0".`, text)
}

/**
 * Orders two version texts of any kind: negative when `a` comes first, 0 when they rank alike.
 *
 * Semantic versions follow semver precedence (section 11: a prerelease before its release, numeric identifiers
 * by value, build ignored). A text that is no semantic version, such as a date, ranks below every one that is,
 * and by code unit among its like, so the order is total over all texts that are not equal in precedence.
 */
export function compareVersions(a: string, b: string): number {
  const versionA = readVersion(a)
  const versionB = readVersion(b)
  if (versionA !== undefined && versionB !== undefined) return comparePrecedence(versionA, versionB)
  if (versionA !== undefined) return 1
  if (versionB !== undefined) return -1
  return compareIds(a, b)
}

/** Orders semantic versions by precedence (semver.org 2.0.0, section 11). */
export function comparePrecedence(a: Version, b: Version): number {
  const numbers = a.major - b.major || a.minor - b.minor || a.patch - b.patch
  if (numbers !== 0) return numbers
  // A release comes behind its prereleases.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (let i = 0; i < Math.min(a.prerelease.length, b.prerelease.length); i += 1) {
    const order = compareIdentifiers(a.prerelease[i] as string, b.prerelease[i] as string)
    if (order !== 0) return order
  }
  return a.prerelease.length - b.prerelease.length
}

/** Numbers come before texts. Numbers too large to be exact are texts of digits, longer ones behind shorter ones. */
function compareIdentifiers(a: string | number, b: string | number): number {
  const isNumber = [a, b].map((identifier) => /^\d+$/.test(String(identifier)))
  if (isNumber[0] !== isNumber[1]) return isNumber[0] === true ? -1 : 1
  const longer = isNumber[0] === true ? String(a).length - String(b).length : 0
  return longer || compareIds(String(a), String(b))
}
