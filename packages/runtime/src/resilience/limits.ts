import { MAX_TIMEOUT_MS, quote } from '@toolscout/model/internal'

/** What a number may be; both ends are inclusive. */
export interface NumberRange {
  readonly least: number
  readonly most: number
  /** Whether it has to be whole. Default false. */
  readonly whole?: boolean
}

/** @throws RangeError when a value is no number of the range. */
export function requireNumber(
  name: string,
  value: unknown,
  { least, most, whole = false }: NumberRange,
): number {
  const fits = whole ? Number.isInteger(value) : Number.isFinite(value)
  if (fits && (value as number) >= least && (value as number) <= most) return value as number
  const kind = whole ? 'a whole number' : 'a number'
  throw new RangeError(`${name} is ${quote(value)}; ${kind} from ${least} to ${most} is needed.`)
}

/** The range and the default of a limit. */
export interface Limit extends NumberRange {
  readonly fallback: number
}

/** A count, at least `least` and at most a million. */
export function countLimit(fallback: number, least: 0 | 1 = 0): Limit {
  return { fallback, least, most: 1_000_000, whole: true }
}

/** A time in milliseconds. */
export function timeLimit(fallback: number): Limit {
  return { fallback, least: 0, most: MAX_TIMEOUT_MS }
}

/** Reads limits by a table. @throws RangeError when one is outside its range. */
export function readLimits<Name extends string>(
  table: Readonly<Record<Name, Limit>>,
  given: { readonly [Limit in NoInfer<Name>]?: number | undefined } = {},
): { readonly [Limit in Name]: number } {
  const names = Object.keys(table) as Name[]
  const read = names.map((name) => [
    name,
    requireNumber(name, given[name] ?? table[name].fallback, table[name]),
  ])
  return Object.fromEntries(read) as { readonly [Limit in Name]: number }
}
