/** First wait between two attempts, when the server does not name one. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Statuses that another attempt may change. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether a status may be another one the next time. */
export function isPassing(status: number): boolean {
  return PASSING.has(status)
}

/** How long to wait before another attempt: twice as long each time, half of it by chance, so that callers part. */
export function waitBefore(attempt: number, random: () => number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return wait / 2 + (wait / 2) * random()
}
