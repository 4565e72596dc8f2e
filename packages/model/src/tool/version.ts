import Range from 'semver/classes/range.js'
import compareSemver from 'semver/functions/compare.js'
import parseSemver from 'semver/functions/parse.js'
import { compareIds } from '../contracts/hit-order.ts'
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

/**
 * Reads a semantic version, with or without a leading `v`. All three numbers must be there.
 *
 * @throws InvalidVersionError `INVALID_VERSION` for anything else, an empty text included.
 */
export function parseVersion(text: string): Version {
  const parsed = parseSemver(text)
  if (parsed === null) {
    throw new InvalidVersionError(`${quote(text)} is no semantic version; write it like "1.4.0".`, text)
  }
  return Object.freeze({
    major: parsed.major,
    minor: parsed.minor,
    patch: parsed.patch,
    prerelease: Object.freeze([...parsed.prerelease]),
    build: Object.freeze([...parsed.build]),
  })
}

/**
 * Orders two version texts of any kind: negative when `a` comes first, 0 when they rank alike.
 *
 * Semantic versions follow semver precedence (section 11: a prerelease before its release, numeric identifiers
 * by value, build ignored). A text that is no semantic version, such as a date, ranks below every one that is,
 * and by code unit among its like, so the order is total over all texts that are not equal in precedence.
 */
export function compareVersions(a: string, b: string): number {
  const semverA = parseSemver(a)
  const semverB = parseSemver(b)
  if (semverA !== null && semverB !== null) return compareSemver(semverA, semverB)
  if (semverA !== null) return 1
  if (semverB !== null) return -1
  return compareIds(a, b)
}

/** Longest range that is read; semver's own grammar needs far less. */
const MAX_RANGE_LENGTH = 256

/** A set of versions, written the way npm writes them. */
export interface VersionRange {
  /** Whether a version text lies in the range; a text that is no semantic version never does. */
  readonly includes: (version: string) => boolean
  /** The range as it is understood, in normal form. */
  readonly text: string
}

/**
 * Reads a version range: a version, `=`, `>`, `>=`, `<`, `<=`, `^`, `~`, `x` wildcards, hyphen ranges, spaces
 * for "and", `||` for "or" (the grammar of npm's semver). Prereleases match only when the range names one of
 * the same triple, so `^1.0.0` never gives a surprise beta.
 *
 * @throws InvalidVersionError `INVALID_VERSION` for anything else, an empty text included.
 */
export function parseVersionRange(text: string): VersionRange {
  if (text.trim() === '' || text.length > MAX_RANGE_LENGTH) throw invalidRange(text)
  try {
    const range = new Range(text)
    return Object.freeze({ includes: (version: string) => range.test(version), text: range.format() })
  } catch (cause) {
    throw invalidRange(text, cause)
  }
}

/**
 * The highest of `versions` that lies in `range`, or the highest of all when no range is given.
 * `undefined` when none qualifies.
 *
 * @throws InvalidVersionError `INVALID_VERSION` when the range cannot be read.
 */
export function highestVersion(versions: Iterable<string>, range?: string): string | undefined {
  const allowed = range === undefined ? undefined : parseVersionRange(range)
  return [...versions]
    .filter((version) => allowed?.includes(version) ?? true)
    .reduce<string | undefined>(
      (high, version) => (high === undefined || compareVersions(version, high) > 0 ? version : high),
      undefined,
    )
}

function invalidRange(text: string, cause?: unknown): InvalidVersionError {
  return new InvalidVersionError(
    `${quote(text)} is no version range; write it like "^1.4.0" or ">=1.0.0 <3.0.0".`,
    text,
    cause,
  )
}
