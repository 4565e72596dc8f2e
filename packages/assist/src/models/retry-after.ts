/** Longest a server's wish to wait is read as, in milliseconds; longer ones are as good as never. */
const MAX_WAIT_MS = 86_400_000

/**
 * How many milliseconds a server asks to wait (RFC 9110, section 10.2.3): a number of seconds, or a date, which is
 * read against the server's own clock where it told it. `undefined` when it asks for nothing that can be read.
 */
export function retryAfterMs(headers: Headers, now: () => number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return Math.min(Number(value) * 1_000, MAX_WAIT_MS)
  const date = Date.parse(value)
  if (Number.isNaN(date) || !/[a-z]/i.test(value)) return undefined
  const told = Date.parse(headers.get('date') ?? '')
  return Math.min(Math.max(0, date - (Number.isNaN(told) ? now() : told)), MAX_WAIT_MS)
}
