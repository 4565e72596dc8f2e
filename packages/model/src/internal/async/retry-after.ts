/** Longest wish to wait, in milliseconds: a day. Longer ones are as good as never. */
const MAX_WAIT_MS = 86_400_000

/**
 * How many milliseconds the value of a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): a number of
 * seconds, or a date. At most a day.
 *
 * @param now milliseconds since the epoch on the clock of whoever wrote the date.
 * @returns `undefined` when it asks for nothing that can be read.
 */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return Math.min(Number(value) * 1_000, MAX_WAIT_MS)
  // Numbers that are no seconds, such as -1, would be read as years.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), MAX_WAIT_MS)
}
