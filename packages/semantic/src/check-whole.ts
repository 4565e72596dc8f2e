import { quote } from '@toolscout/model/internal'

/** Gives a number back when it is whole and within its range. @throws RangeError otherwise. */
export function checkWhole(
  name: string,
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)
    return value as number
  throw new RangeError(`${name} is ${quote(value)}; a whole number of ${least} to ${most} is needed.`)
}
