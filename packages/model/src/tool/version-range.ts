import { InvalidVersionError } from '../errors.ts'
import { quote } from '../internal/text/foreign-text.ts'
import {
  comparePrecedence,
  compareVersions,
  readVersion,
  toVersion,
  VERSION_END,
  type Version,
} from './version.ts'

/** Longest range that is read; npm's grammar needs far less. */
const MAX_RANGE_LENGTH = 256

/** A set of versions, written the way npm writes them. */
export interface VersionRange {
  /** Whether a version text lies in the range; a text that is no semantic version never does. */
  readonly includes: (version: string) => boolean
  /** The range as it is understood, in normal form. */
  readonly text: string
}

/** One side of a range; with `''` the version itself. */
interface Bound {
  readonly operator: string
  readonly version: Version
  readonly text: string
}

const OPERATORS = /(\^|~>?|[<>]=?|=) +/g
const HYPHEN = /^(\S+) - (\S+)$/
const PART = '(0|[1-9]\\d*|[xX*])'
const COMPARATOR = new RegExp(`^(\\^|~>?|[<>]=?|=)?v?${PART}(?:\\.${PART}(?:\\.${PART})?)?${VERSION_END}$`)

/**
 * Reads a version range: a version, `=`, `>`, `>=`, `<`, `<=`, `^`, `~`, `x` wildcards, hyphen ranges, spaces
 * for "and", `||` for "or" (the grammar of npm's semver). Prereleases match only when the range names one of
 * the same triple, so `^1.0.0` never gives a surprise beta.
 *
 * @throws InvalidVersionError `INVALID_VERSION` for anything else, an empty text included.
 */
export function parseVersionRange(text: string): VersionRange {
  if (text.trim() === '' || text.length > MAX_RANGE_LENGTH) throw invalidRange(text)
  const all = text.split('||').map((part) => readBounds(part.trim().replace(/\s+/g, ' '), text))
  const possible = all.filter((bounds) => bounds[0]?.text !== NOTHING)
  const sets = possible.length === 0 ? all.slice(0, 1) : possible
  const any = sets.find((bounds) => bounds.length === 0)
  const chosen = any === undefined ? sets : [any]
  return Object.freeze({
    includes: (given: string) => {
      const version = readVersion(given)
      return version !== undefined && chosen.some((bounds) => liesWithin(version, bounds))
    },
    text: chosen.map((bounds) => bounds.map((bound) => bound.text).join(' ')).join('||'),
  })
}

/** The range that no version lies in. */
const NOTHING = '<0.0.0-0'

/** What all of a part without `||` says, each bound once; none for any version. */
function readBounds(part: string, text: string): readonly Bound[] {
  const [, from, to] = HYPHEN.exec(part) ?? []
  const said = to === undefined ? part.replace(OPERATORS, '$1').split(' ') : [`>=${from}`, `<=${to}`]
  const bounds = new Map<string, Bound>()
  for (const comparator of said) {
    for (const bound of comparator === '' ? [] : toBounds(comparator, text)) {
      if (bound.text === NOTHING) return [bound]
      if (bound.text !== '>=0.0.0') bounds.set(bound.text, bound)
    }
  }
  return [...bounds.values()]
}

function toBounds(comparator: string, text: string): readonly Bound[] {
  const [, written = '', ...rest] = COMPARATOR.exec(comparator) ?? []
  const operator = written === '=' ? '' : written.slice(0, written === '~>' ? 1 : 2)
  const parts = rest.slice(0, 3).filter((part) => part !== undefined)
  const wild = parts.findIndex((part) => /[xX*]/.test(part))
  const numbers = parts.slice(0, wild < 0 ? 3 : wild).map(Number)
  const isLoose = operator === '^' || operator === '~'
  // A number behind a wildcard says nothing.
  const isOdd = wild >= 0 && parts.slice(wild).some((part) => /\d/.test(part))
  const [, , , prerelease, build] = rest
  const isPartial = numbers.length < 3
  if (parts.length === 0 || isOdd || (parts.length < 3 && prerelease !== undefined)) throw invalidRange(text)
  const bound = (sign: string, at: readonly number[], pre?: string): Bound => {
    const version = toVersion(at, pre, build)
    if (version === undefined) throw invalidRange(text)
    return { operator: sign, version, text: `${sign}${formatVersion(version)}` }
  }
  const below = (digit: number): Bound =>
    bound('<', [...numbers.slice(0, digit), (numbers[digit] ?? 0) + 1], '0')
  const last = numbers.length - 1
  if (numbers.length === 0) return operator === '<' || operator === '>' ? [bound('<', [0, 0, 0], '0')] : []
  if (isLoose) {
    const fixed = operator === '~' ? 1 : numbers.findIndex((number) => number > 0)
    const least = bound('>=', numbers, isPartial ? undefined : prerelease)
    return [least, below(Math.min(fixed < 0 ? last : fixed, last))]
  }
  if (!isPartial) return [bound(operator, numbers, prerelease)]
  if (operator === '>') return [bound('>=', [...numbers.slice(0, last), (numbers[last] ?? 0) + 1])]
  if (operator === '>=') return [bound('>=', numbers)]
  if (operator === '<') return [bound('<', numbers, '0')]
  return operator === '<=' ? [below(last)] : [bound('>=', numbers), below(last)]
}

function formatVersion({ major, minor, patch, prerelease }: Version): string {
  return `${major}.${minor}.${patch}${prerelease.length === 0 ? '' : `-${prerelease.join('.')}`}`
}

function liesWithin(version: Version, bounds: readonly Bound[]): boolean {
  const passes = ({ operator, version: limit }: Bound): boolean => {
    const order = comparePrecedence(version, limit)
    if (order === 0) return operator !== '<' && operator !== '>'
    return operator !== '' && operator.startsWith('<') === order < 0
  }
  if (!bounds.every(passes)) return false
  return version.prerelease.length === 0 || bounds.some(({ version: named }) => isSameTriple(named, version))
}

/** Whether a bound names a prerelease of the same numbers. */
function isSameTriple(named: Version, { major, minor, patch }: Version): boolean {
  return (
    named.prerelease.length > 0 && named.major === major && named.minor === minor && named.patch === patch
  )
}

/**
 * The highest of `versions` that lies in `range`. Without a range the highest that is no prerelease, or the highest of
 * all where there are only those. `undefined` when none qualifies.
 *
 * @throws InvalidVersionError `INVALID_VERSION` when the range cannot be read.
 */
export function highestVersion(versions: Iterable<string>, range?: string): string | undefined {
  const allowed = range === undefined ? undefined : parseVersionRange(range)
  const isFinal = (version: string): boolean => readVersion(version)?.prerelease.length === 0
  return [...versions]
    .filter((version) => allowed?.includes(version) ?? true)
    .reduce<string | undefined>((high, version) => {
      if (high === undefined) return version
      if (range === undefined && isFinal(version) !== isFinal(high)) return isFinal(version) ? version : high
      return compareVersions(version, high) > 0 ? version : high
    }, undefined)
}

function invalidRange(text: string): InvalidVersionError {
  return new InvalidVersionError(
    `${quote(text)} is no version range; write it like "^1.4.0" or ">=1.0.0 <3.0.0".`,
    text,
  )
}
