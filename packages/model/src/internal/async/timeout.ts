import { quote } from '../text/quote.ts'

/** The longest deadline, in milliseconds: what a timer of the platform can wait, about 25 days. */
export const MAX_TIMEOUT_MS = 2_147_483_647

/** Whether a value can be a deadline: a whole number of milliseconds from 1 to {@link MAX_TIMEOUT_MS}. */
export function isTimeoutMs(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_TIMEOUT_MS
}

/**
 * Gives a deadline back when it is one, see {@link isTimeoutMs}. `name` is what the caller called it.
 *
 * @throws RangeError otherwise.
 */
export function checkTimeoutMs(name: string, value: unknown): number {
  if (isTimeoutMs(value)) return value
  throw new RangeError(
    `${name} is ${quote(value)}; a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS} is needed.`,
  )
}
