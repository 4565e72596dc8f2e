import { quote } from './text/foreign-text.ts'
import { nearestNames } from './text/nearest-names.ts'

/**
 * Rejects a value that is not an object, and unknown members: a misspelt option has no effect, which is the one thing
 * its author does not expect. `what` names the object in
 * messages, such as `the options of a call`.
 *
 * @throws TypeError naming the member and the nearest known one, else all of them.
 */
export function requireKnownMembers(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`An object is needed for ${what}, not ${quote(given)}.`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const [nearest] = nearestNames(name, known)
    const hint = nearest === undefined ? `it may have ${known.join(', ')}.` : `did you mean ${nearest}?`
    throw new TypeError(`${quote(name)} is no member of ${what}; ${hint}`)
  }
}

/** What a number may be; both ends are inclusive. */
export interface NumberRange {
  readonly least: number
  /** Default: the largest whole number that is exact. */
  readonly most?: number | undefined
  /** Whether it has to be whole. Default false. */
  readonly whole?: boolean
}

/** Gives an option back when it is a number of its range. @throws RangeError otherwise. */
export function checkNumber(name: string, value: unknown, range: NumberRange): number {
  const { least, most = Number.MAX_SAFE_INTEGER, whole = false } = range
  const fits = whole ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (fits && (value as number) >= least && (value as number) <= most) return value as number
  const kind = whole ? 'a whole number' : 'a number'
  const ends = most === Number.MAX_SAFE_INTEGER ? `${least}` : `${least} to ${most}`
  throw new RangeError(`${name} is ${quote(value)}; ${kind} from ${ends} is needed.`)
}

/** Gives an option back when it is a whole number within its range. @throws RangeError otherwise. */
export function checkWhole(name: string, value: unknown, least: number, most?: number): number {
  return checkNumber(name, value, { least, most, whole: true })
}

/** The type of a value: that of `typeof`, but `list`, `texts` for a list of them, and `null` for what is; `anything` is looked at elsewhere. */
type ValueType = 'function' | 'string' | 'boolean' | 'object' | 'list' | 'texts' | 'anything'

/** What an option may be: a value of a type, a number of a range, one of some texts, something with these functions, or options again. */
export type OptionKind =
  | ValueType
  | NumberRange
  | { readonly oneOf: readonly string[] }
  | { readonly functions: readonly string[] }
  | { readonly members: OptionKinds }

/** What each of some options may be. */
type OptionKinds = Readonly<Record<string, OptionKind>>

/**
 * Checks options by a table of their kinds: what is no object, unknown members, and values of another kind. An option
 * that is `undefined` counts as absent; `path` stands before its name.
 *
 * @throws TypeError as {@link requireKnownMembers}, and for a value of another kind. @throws RangeError for a number
 *   outside its range.
 */
export function checkOptions(what: string, given: unknown, kinds: OptionKinds, path = ''): void {
  requireKnownMembers(what, given, Object.keys(kinds))
  for (const [name, value] of Object.entries(given as object)) {
    if (value !== undefined) checkOption(`${path}${name}`, value, kinds[name] as OptionKind)
  }
}

/** Checks one value, see {@link checkOptions}. */
export function checkOption(name: string, value: unknown, kind: OptionKind): void {
  let needed: string
  if (typeof kind === 'string') {
    if (kind === 'anything' || kind === typeOf(value)) return
    if (kind === 'texts' && Array.isArray(value) && value.every((one) => typeof one === 'string')) return
    needed = kind === 'texts' ? 'a list of texts is needed' : `the type ${kind} is needed`
  } else if ('least' in kind) {
    checkNumber(name, value, kind)
    return
  } else if ('oneOf' in kind) {
    if (kind.oneOf.some((known) => known === value)) return
    throw new RangeError(`${name} is ${quote(value)}; there are ${kind.oneOf.join(', ')}.`)
  } else if ('members' in kind) {
    checkOptions(name, value, kind.members, `${name}.`)
    return
  } else {
    const missing = kind.functions.filter((member) => !hasFunction(value, member))
    if (missing.length === 0) return
    needed = `it lacks the function ${missing.join(', ')}`
  }
  throw new TypeError(`${name} is ${quote(value)}; ${needed}.`)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function hasFunction(value: unknown, member: string): boolean {
  return (
    ['object', 'function'].includes(typeOf(value)) &&
    typeof Reflect.get(value as object, member) === 'function'
  )
}
