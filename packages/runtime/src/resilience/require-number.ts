import { quote } from '@toolscout/model/internal'

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
