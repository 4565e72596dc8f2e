import { MAX_TIMEOUT_MS } from '@toolscout/model/internal'
import { requireNumber } from './require-number.ts'

/** When a call that may be repeated is repeated, and how often. 0 is a bound like any other. */
export interface RetryPolicy {
  /** Most attempts after the first. Legal: integers 0 to 100. */
  readonly maxRetries: number
  /** Of those, most after a refusal for the rate of a plain call; twice as many where calls are safe. Legal: integers 0 to 100. */
  readonly maxRateLimitRetries: number
  /**
   * Pauses in milliseconds before the first retry, the second and so on, the last one for all further ones; or the
   * bounds of full jitter: anything from 0 to `min(capMs, baseMs · 2^n)`, where n is 0 for the first. Legal: 0 to
   * 2,147,483,647 each, and at least one pause.
   */
  readonly pauses: readonly number[] | { readonly baseMs: number; readonly capMs: number }
  /** Longest wish of the other side to wait that is granted, in milliseconds. Legal: 0 to 2,147,483,647. */
  readonly maxRetryAfterMs: number
  /** Whether a longer wish is cut to that, in place of giving up. */
  readonly cutsRetryAfter: boolean
}

/**
 * Two retries at most, with full jitter from 200 ms to 10 s so that callers who failed together part (Brooker,
 * "Exponential Backoff And Jitter", 2015); a wish to wait is granted up to 30 s.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = Object.freeze({
  maxRetries: 2,
  maxRateLimitRetries: 1,
  pauses: Object.freeze({ baseMs: 200, capMs: 10_000 }),
  maxRetryAfterMs: 30_000,
  cutsRetryAfter: false,
})

/** The schedule of Symb: 2, 5 and 10 seconds, or what the server asks for, at most 30 s. */
export const SYMB_RETRY_POLICY: RetryPolicy = Object.freeze({
  maxRetries: 3,
  maxRateLimitRetries: 3,
  pauses: Object.freeze([2_000, 5_000, 10_000]),
  maxRetryAfterMs: 30_000,
  cutsRetryAfter: true,
})

/** Nothing is ever tried again. */
export const NO_RETRIES: RetryPolicy = Object.freeze({ ...DEFAULT_RETRY_POLICY, maxRetries: 0 })

/** @throws RangeError when a number of it is outside its range. */
export function checkRetryPolicy(policy: RetryPolicy): RetryPolicy {
  requireNumber('maxRetries', policy.maxRetries, { least: 0, most: 100, whole: true })
  requireNumber('maxRateLimitRetries', policy.maxRateLimitRetries, { least: 0, most: 100, whole: true })
  requireNumber('maxRetryAfterMs', policy.maxRetryAfterMs, { least: 0, most: MAX_TIMEOUT_MS })
  const { pauses } = policy
  const numbers = 'baseMs' in pauses ? [pauses.baseMs, pauses.capMs] : pauses
  if (numbers.length === 0) throw new RangeError('pauses is empty; at least one pause is needed.')
  for (const ms of numbers) requireNumber('pauses', ms, { least: 0, most: MAX_TIMEOUT_MS })
  return policy
}

/** The pause before a retry, in milliseconds. `retry` counts from 0; `random` gives numbers from 0 up to 1. */
export function pauseBefore({ pauses }: RetryPolicy, retry: number, random: () => number): number {
  if ('baseMs' in pauses) return random() * Math.min(pauses.capMs, pauses.baseMs * 2 ** retry)
  return pauses[Math.min(retry, pauses.length - 1)] as number
}
