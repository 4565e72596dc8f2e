import { quote } from '@toolscout/model/internal'

/**
 * Returns the value when it is a whole number of the range.
 * @throws RangeError for any other value.
 */
export function requireWhole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(`${name} is ${quote(value)}; a whole number from ${least} to ${most} is needed.`)
}

/** A number a model gave, brought into its range and made whole; the preset where it gave none. */
export function clampWhole(
  given: number | undefined,
  preset: number,
  [least, most]: readonly [number, number],
): number {
  return Math.min(most, Math.max(least, Math.trunc(given ?? preset)))
}
