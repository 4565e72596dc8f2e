import { MAX_TIMEOUT_MS, quote } from '@toolscout/model/internal'

/** @throws RangeError for what is no whole number of milliseconds a timer can wait. */
export function checkMs(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= MAX_TIMEOUT_MS) return value
  throw new RangeError(`${name} is ${quote(value)}; a whole number from 0 to ${MAX_TIMEOUT_MS} is needed.`)
}
