import { parseRetryAfter } from '@toolscout/model/internal'

/**
 * How many milliseconds a server asks to wait; a date is read against the server's own clock where it told it.
 * `undefined` when it asks for nothing that can be read.
 */
export function retryAfterMs(headers: Headers, now: () => number): number | undefined {
  const told = Date.parse(headers.get('date') ?? '')
  return parseRetryAfter(headers.get('retry-after'), Number.isNaN(told) ? now() : told)
}
