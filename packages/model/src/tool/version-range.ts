import Range from 'semver/classes/range.js'
import { InvalidVersionError } from '../errors.ts'
import { quote } from '../internal/text/quote.ts'
import { compareVersions } from './version.ts'

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
  let highest: string | undefined
  for (const version of versions) {
    if (allowed !== undefined && !allowed.includes(version)) continue
    if (highest === undefined || compareVersions(version, highest) > 0) highest = version
  }
  return highest
}

function invalidRange(text: string, cause?: unknown): InvalidVersionError {
  return new InvalidVersionError(
    `${quote(text)} is no version range; write it like "^1.4.0" or ">=1.0.0 <3.0.0".`,
    text,
    cause,
  )
}
