import type { Clock } from '@toolscout/model'
import { MAX_TIMEOUT_MS } from '@toolscout/model/internal'
import { requireNumber } from './require-number.ts'

/** How many retries there may be beside the calls. 0 is a bound like any other. */
export interface RetryBudgetLimits {
  /** Retries for each call of the window. Default 0.2. Legal: 0 to 1. */
  readonly ratio?: number | undefined
  /** Retries that are always allowed in a window. Default 3. Legal: integers 0 to 1,000,000. */
  readonly minimum?: number | undefined
  /** Length of the window in milliseconds. Default 30,000. Legal: 1 to 2,147,483,647. */
  readonly windowMs?: number | undefined
}

/**
 * A fifth of the calls: when a backend is down for good, retries make its load a fifth larger and not several times.
 * Three are always allowed, so that a single call may be repeated.
 */
const DEFAULT_RETRY_BUDGET: { readonly [Limit in keyof RetryBudgetLimits]-?: number } = Object.freeze({
  ratio: 0.2,
  minimum: 3,
  windowMs: 30_000,
})

/** Counts calls and retries of one backend. */
export interface RetryBudget {
  /** Tells of a call, however often it will be tried. */
  readonly addCall: () => void
  /** Takes one retry; false when there is none left. */
  readonly takeRetry: () => boolean
}

/** Parts the window moves by: the more, the smoother. */
const PARTS = 30

interface Part {
  readonly start: number
  calls: number
  retries: number
}

/**
 * Creates a budget that has seen no call.
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createRetryBudget(clock: Clock, limits: RetryBudgetLimits = {}): RetryBudget {
  const ratio = requireNumber('ratio', limits.ratio ?? DEFAULT_RETRY_BUDGET.ratio, { least: 0, most: 1 })
  const minimum = requireNumber('minimum', limits.minimum ?? DEFAULT_RETRY_BUDGET.minimum, {
    least: 0,
    most: 1_000_000,
    whole: true,
  })
  const windowMs = requireNumber('windowMs', limits.windowMs ?? DEFAULT_RETRY_BUDGET.windowMs, {
    least: 1,
    most: MAX_TIMEOUT_MS,
  })
  let parts: Part[] = []
  const current = (): Part => {
    const now = clock.now()
    if ((parts[0]?.start ?? now) <= now - windowMs)
      parts = parts.filter(({ start }) => start > now - windowMs)
    const last = parts.at(-1)
    if (last !== undefined && now < last.start + windowMs / PARTS) return last
    const fresh = { start: now, calls: 0, retries: 0 }
    parts.push(fresh)
    return fresh
  }
  return Object.freeze({
    addCall: () => {
      current().calls += 1
    },
    takeRetry: () => {
      const part = current()
      const calls = parts.reduce((sum, one) => sum + one.calls, 0)
      const retries = parts.reduce((sum, one) => sum + one.retries, 0)
      if (retries + 1 > Math.max(minimum, ratio * calls)) return false
      part.retries += 1
      return true
    },
  })
}
