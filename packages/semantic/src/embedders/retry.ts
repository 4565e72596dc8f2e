/** First wait between two attempts, when the server does not name one. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Statuses that another attempt may change. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether a status may be another one the next time. */
export function isPassing(status: number): boolean {
  return PASSING.has(status)
}

/**
 * How long a server wants to be left alone (RFC 9110, section 10.2.3): a number of seconds, or a date.
 *
 * @returns `undefined` when it does not say, or not in either form.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** How long to wait before another attempt: twice as long each time, half of it by chance, so that callers part. */
export function waitBefore(attempt: number, random: () => number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return wait / 2 + (wait / 2) * random()
}
