import type { Clock } from '@toolscout/model'
import { waitBefore } from '../embedders/retry.ts'
import { EmbedderFailedError } from '../errors.ts'

/** A server is believed when it wants to be left alone for some minutes, and no longer. */
const LONGEST_WISH_MS = 300_000

/** When something that fails may be tried. */
export interface Attempts {
  /** How many in a row have failed. */
  readonly failures: () => number
  /** Whether it may be tried now. Once a rest is over, this says so to one caller after another until the next failure. */
  readonly mayTry: () => boolean
  /** Whether attempts are paused after too many failures. */
  readonly isResting: () => boolean
  /** Why the last one failed; `undefined` after a success. */
  readonly lastError: () => unknown
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
  /** Forgets all failures. */
  readonly reset: () => void
  /** Milliseconds until it may be tried. */
  readonly waitMs: () => number
}

/** What attempts are counted by. */
export interface AttemptLimits {
  readonly clock: Clock
  readonly random: () => number
  /** This many failures in a row start a pause. */
  readonly maxFailures: number
  readonly restMs: number
}

/**
 * Counts failures in a row: after each there is a wait, twice as long as the one before, and after the last one a
 * rest. After a rest one failure is enough for the next.
 */
export function createAttempts({ clock, random, maxFailures, restMs }: AttemptLimits): Attempts {
  let failures = 0
  let notBefore = 0
  let lastError: unknown
  const reset = (): void => {
    failures = 0
    notBefore = 0
    lastError = undefined
  }
  const waitMs = (): number => Math.max(0, notBefore - clock.now())
  return {
    failures: () => failures,
    mayTry: () => waitMs() === 0,
    isResting: () => failures >= maxFailures && waitMs() > 0,
    lastError: () => lastError,
    succeed: reset,
    fail: (error) => {
      failures += 1
      lastError = error
      const wish = error instanceof EmbedderFailedError ? (error.details.retryAfterMs ?? 0) : 0
      const wait = failures >= maxFailures ? restMs : waitBefore(failures - 1, random)
      notBefore = Math.max(notBefore, clock.now() + Math.max(wait, Math.min(wish, LONGEST_WISH_MS)))
    },
    reset,
    waitMs,
  }
}
