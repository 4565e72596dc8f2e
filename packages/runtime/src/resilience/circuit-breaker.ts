import { type Clock, ToolscoutError } from '@toolscout/model'
import { MAX_TIMEOUT_MS, quote, systemClock } from '@toolscout/model/internal'
import { requireNumber } from './require-number.ts'

/** `closed`: calls go through. `open`: none do. `halfOpen`: one at a time does, to see. */
export type BreakerState = 'closed' | 'open' | 'halfOpen'

/** When a breaker opens and closes. */
export interface BreakerLimits {
  /** Failures in a row that open it. Default 5. Legal: integers from 1 to 1,000,000. */
  readonly consecutiveFailures?: number | undefined
  /** Share of failures in the window that opens it. Default 0.5. Legal: above 0 up to 1. */
  readonly failureRatio?: number | undefined
  /** Least calls in the window before the share counts. Default 10. Legal: integers from 1 to 1,000,000. */
  readonly minCalls?: number | undefined
  /** Length of the window in milliseconds. Default 30,000. Legal: 1 to 2,147,483,647. */
  readonly windowMs?: number | undefined
  /** How long it stays open at first, in milliseconds; twice as long each time it opens again. Default 5,000. Legal: 1 to 2,147,483,647. */
  readonly openMs?: number | undefined
  /** Longest it stays open. Default 60,000. Legal: 1 to 2,147,483,647. */
  readonly maxOpenMs?: number | undefined
  /** Successes of single calls that close it again. Default 2. Legal: integers from 1 to 1,000. */
  readonly successesToClose?: number | undefined
}

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions extends BreakerLimits {
  /** What is behind it, for errors. */
  readonly name: string
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Hears of every change of state. Must not throw. */
  readonly onStateChange?: ((state: BreakerState) => void) | undefined
}

/**
 * Five failures in a row, or half of at least ten in 30 s, and a backend is left alone for 5 s, doubling to a minute:
 * long enough to come back, short enough that users do not restart the agent.
 */
const DEFAULT_BREAKER_LIMITS: { readonly [Limit in keyof BreakerLimits]-?: number } = Object.freeze({
  consecutiveFailures: 5,
  failureRatio: 0.5,
  minCalls: 10,
  windowMs: 30_000,
  openMs: 5_000,
  maxOpenMs: 60_000,
  successesToClose: 2,
})

/** `CIRCUIT_OPEN`: a backend failed too often and is left alone for a while. Nothing was run. */
export class CircuitOpenError extends ToolscoutError<{
  readonly backend: string
  readonly failure: 'busy'
  readonly outcome: 'notRun'
  /** When it may be tried again. */
  readonly retryAfterMs: number
}> {
  constructor(backend: string, retryAfterMs: number) {
    const wait = `${Math.ceil(retryAfterMs / 1_000)} s`
    super('CIRCUIT_OPEN', `${quote(backend)} failed too often lately; try again in ${wait}.`, {
      details: { backend, failure: 'busy', outcome: 'notRun', retryAfterMs },
    })
  }
}

/** The right to one call. Its outcome is reported once; later reports are ignored. */
export interface BreakerPermit {
  readonly succeed: () => void
  /** The backend failed: a broken connection, a timeout, a fault of the server. */
  readonly fail: () => void
  /** It says nothing of the backend: cancelled, refused arguments, a tool that failed. */
  readonly ignore: () => void
}

/** Leaves a backend alone that fails. */
export interface CircuitBreaker {
  readonly state: () => BreakerState
  /** @throws CircuitOpenError `CIRCUIT_OPEN` when no call may be made now. */
  readonly enter: () => BreakerPermit
  /** Closes it and clears its history after the failed part, such as a connection, was replaced. */
  readonly reset: () => void
}

/**
 * A breaker in three states (Nygard, "Release It!", 2007).
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { name, clock = systemClock, random = Math.random, onStateChange = () => {} } = options
  const limits = checkLimits(options)
  let state: BreakerState = 'closed'
  // Permits of an earlier state say nothing of this one.
  let era = 0
  let failuresInRow = 0
  let window: { readonly at: number; readonly failed: boolean }[] = []
  let openings = 0
  let openUntil = 0
  let probing = false
  let successes = 0

  const become = (next: BreakerState): void => {
    const isChange = state !== next
    state = next
    era += 1
    failuresInRow = 0
    window = []
    probing = false
    successes = 0
    if (isChange) onStateChange(next)
  }
  const open = (): void => {
    const ms = Math.min(limits.maxOpenMs, limits.openMs * 2 ** Math.min(openings, 40))
    openings += 1
    // Half of it by chance, so that callers of one backend do not come back together.
    openUntil = clock.now() + ms / 2 + (ms / 2) * random()
    become('open')
  }
  const close = (): void => {
    openings = 0
    become('closed')
  }
  const count = (failed: boolean): void => {
    const now = clock.now()
    failuresInRow = failed ? failuresInRow + 1 : 0
    window = window.filter(({ at }) => at > now - limits.windowMs).slice(-MAX_REMEMBERED)
    window.push({ at: now, failed })
    const failures = window.filter((call) => call.failed).length
    const isShare = window.length >= limits.minCalls && failures >= limits.failureRatio * window.length
    if (failed && (failuresInRow >= limits.consecutiveFailures || isShare)) open()
  }
  const tell = (failed: boolean | undefined): void => {
    if (state === 'halfOpen') {
      probing = false
      if (failed === true) open()
      else if (failed === false) {
        successes += 1
        if (successes >= limits.successesToClose) close()
      }
    } else if (state === 'closed' && failed !== undefined) count(failed)
  }
  return Object.freeze({
    state: () => (state === 'open' && clock.now() >= openUntil ? 'halfOpen' : state),
    enter: () => {
      if (state === 'open' && clock.now() >= openUntil) become('halfOpen')
      if (state === 'open') throw new CircuitOpenError(name, openUntil - clock.now())
      if (state === 'halfOpen') {
        if (probing) throw new CircuitOpenError(name, 0)
        probing = true
      }
      const own = era
      let told = false
      const once = (failed: boolean | undefined) => (): void => {
        if (told || own !== era) return
        told = true
        tell(failed)
      }
      return Object.freeze({ succeed: once(false), fail: once(true), ignore: once(undefined) })
    },
    reset: close,
  })
}

/** Calls of a window that are remembered; more of them tell the same share. */
const MAX_REMEMBERED = 1_000

function checkLimits(given: BreakerLimits): { readonly [Limit in keyof BreakerLimits]-?: number } {
  const limits = {
    consecutiveFailures: given.consecutiveFailures ?? DEFAULT_BREAKER_LIMITS.consecutiveFailures,
    failureRatio: given.failureRatio ?? DEFAULT_BREAKER_LIMITS.failureRatio,
    minCalls: given.minCalls ?? DEFAULT_BREAKER_LIMITS.minCalls,
    windowMs: given.windowMs ?? DEFAULT_BREAKER_LIMITS.windowMs,
    openMs: given.openMs ?? DEFAULT_BREAKER_LIMITS.openMs,
    maxOpenMs: given.maxOpenMs ?? DEFAULT_BREAKER_LIMITS.maxOpenMs,
    successesToClose: given.successesToClose ?? DEFAULT_BREAKER_LIMITS.successesToClose,
  }
  const { failureRatio } = limits
  for (const [name, most] of [
    ['consecutiveFailures', 1_000_000],
    ['minCalls', 1_000_000],
    ['successesToClose', 1_000],
  ] as const) {
    requireNumber(name, limits[name], { least: 1, most, whole: true })
  }
  for (const name of ['windowMs', 'openMs', 'maxOpenMs'] as const) {
    requireNumber(name, limits[name], { least: 1, most: MAX_TIMEOUT_MS })
  }
  requireNumber('failureRatio', failureRatio, { least: Number.MIN_VALUE, most: 1 })
  return limits
}
