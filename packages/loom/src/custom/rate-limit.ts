import type { Clock, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/** Most calls a limit may name: each of them is remembered for as long as it counts. */
export const MAX_RATE = 10_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How often a tool may be called; 0 is never. */
export interface RateLimit {
  readonly requestsPerMinute?: number
  readonly requestsPerHour?: number
  readonly notes?: string
}

/** Counts the calls of one tool. */
export interface RateLimiter {
  /** Counts a call and gives 0, or gives in how many milliseconds the next one may be made. */
  readonly take: () => number
}

/** Creates a limiter: in no window of a minute or an hour are there more calls than the limit says, wherever it begins. */
export function createRateLimiter(
  { requestsPerMinute = Number.POSITIVE_INFINITY, requestsPerHour = Number.POSITIVE_INFINITY }: RateLimit,
  clock: Clock,
): RateLimiter {
  let calls: readonly number[] = []
  const windows = [
    [requestsPerMinute, MINUTE_MS],
    [requestsPerHour, HOUR_MS],
  ] as const
  return {
    take: () => {
      const now = clock.now()
      calls = calls.filter((at) => at > now - HOUR_MS)
      const waits = windows.map(([most, windowMs]) => {
        if (most === 0) return windowMs
        // It may be called again when the oldest of the last `most` calls leaves the window.
        const oldest = calls[calls.length - most]
        return oldest === undefined ? 0 : oldest + windowMs - now
      })
      const retryAfterMs = Math.ceil(Math.max(0, ...waits))
      if (retryAfterMs === 0) calls = [...calls, now]
      return retryAfterMs
    },
  }
}

/** What `_meta` says of the limit; `undefined` for what is none. */
export function readRateLimit(value: JsonValue | undefined): RateLimit | undefined {
  if (!isJsonObject(value)) return undefined
  const { requestsPerMinute, requestsPerHour, notes } = value
  return Object.freeze({
    ...(typeof requestsPerMinute === 'number' ? { requestsPerMinute } : {}),
    ...(typeof requestsPerHour === 'number' ? { requestsPerHour } : {}),
    ...(typeof notes === 'string' ? { notes } : {}),
  })
}
