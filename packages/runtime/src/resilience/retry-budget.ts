import type { Clock } from '@toolscout/model'

/**
 * A fifth of the calls of 30 s: when a backend is down for good, retries make its load a fifth larger and not several
 * times. Three are always allowed, so that a single call may be repeated.
 */
const LIMITS: Readonly<Record<'ratio' | 'minimum' | 'windowMs', number>> = Object.freeze({
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

/** Creates a budget that has seen no call. */
export function createRetryBudget(clock: Clock, limits: Partial<typeof LIMITS> = {}): RetryBudget {
  const { ratio, minimum, windowMs } = { ...LIMITS, ...limits }
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
