import { type Clock, ToolscoutError } from '@toolscout/model'
import { formatDuration, quote, systemClock } from '@toolscout/model/internal'

/** `closed`: calls go through. `open`: none do. `halfOpen`: one at a time does, to see. */
export type BreakerState = 'closed' | 'open' | 'halfOpen'

/**
 * Five failures in a row, or half of at least ten in 30 s, and a backend is left alone for 5 s, doubling to a minute:
 * long enough to come back, short enough that users do not restart the agent. Two successes of single calls close it.
 */
const BREAKER_LIMITS: BreakerLimits = Object.freeze({
  consecutiveFailures: 5,
  failureRatio: 0.5,
  minCalls: 10,
  windowMs: 30_000,
  openMs: 5_000,
  maxOpenMs: 60_000,
  successesToClose: 2,
})

/** When a breaker opens and closes. */
export type BreakerLimits = Readonly<
  Record<
    | 'consecutiveFailures'
    | 'failureRatio'
    | 'minCalls'
    | 'windowMs'
    | 'openMs'
    | 'maxOpenMs'
    | 'successesToClose',
    number
  >
>

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** What is behind it, for errors. */
  readonly name: string
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Default {@link BREAKER_LIMITS}. */
  readonly limits?: Partial<BreakerLimits> | undefined
  /** Hears of every change of state. Must not throw. */
  readonly onStateChange?: ((state: BreakerState) => void) | undefined
}

/** `CIRCUIT_OPEN`: a backend failed too often and is left alone for a while. Nothing was run. */
export class CircuitOpenError extends ToolscoutError<{
  readonly backend: string
  readonly failure: 'busy'
  readonly outcome: 'notRun'
  /** When it may be tried again. */
  readonly retryAfterMs: number
}> {
  constructor(backend: string, retryAfterMs: number) {
    // A whole second later at most, never too early.
    const wait = formatDuration(1_000 * Math.ceil(retryAfterMs / 1_000))
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

/** Creates a breaker in three states (Nygard, "Release It!", 2007). It is closed. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const breaker = new Breaker(options)
  return Object.freeze({
    state: () => breaker.state,
    enter: () => breaker.enter(),
    reset: () => breaker.close(),
  })
}

/** Calls of a window that are remembered; more of them tell the same share. */
const MAX_REMEMBERED = 1_000

class Breaker {
  readonly #name: string
  readonly #limits: BreakerLimits
  readonly #clock: Clock
  readonly #random: () => number
  readonly #onStateChange: (state: BreakerState) => void
  #state: BreakerState = 'closed'
  /** Permits of an earlier state say nothing of this one. */
  #era = 0
  #failuresInRow = 0
  #window: { readonly at: number; readonly failed: boolean }[] = []
  #openings = 0
  #openUntil = 0
  #isProbing = false
  #successes = 0

  constructor(options: CircuitBreakerOptions) {
    this.#name = options.name
    this.#limits = { ...BREAKER_LIMITS, ...options.limits }
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
    this.#onStateChange = options.onStateChange ?? (() => {})
  }

  get state(): BreakerState {
    return this.#state === 'open' && this.#clock.now() >= this.#openUntil ? 'halfOpen' : this.#state
  }

  enter(): BreakerPermit {
    if (this.#state === 'open' && this.state === 'halfOpen') this.#become('halfOpen')
    if (this.#state === 'open') throw new CircuitOpenError(this.#name, this.#openUntil - this.#clock.now())
    if (this.#state === 'halfOpen') {
      if (this.#isProbing) throw new CircuitOpenError(this.#name, 0)
      this.#isProbing = true
    }
    const era = this.#era
    let isReported = false
    const once = (failed: boolean | undefined) => (): void => {
      if (isReported || era !== this.#era) return
      isReported = true
      this.#report(failed)
    }
    return Object.freeze({ succeed: once(false), fail: once(true), ignore: once(undefined) })
  }

  close(): void {
    this.#openings = 0
    this.#become('closed')
  }

  #open(): void {
    const { openMs, maxOpenMs } = this.#limits
    const ms = Math.min(maxOpenMs, openMs * 2 ** Math.min(this.#openings, 40))
    this.#openings += 1
    // Half of it by chance, so that callers of one backend do not come back together.
    this.#openUntil = this.#clock.now() + ms / 2 + (ms / 2) * this.#random()
    this.#become('open')
  }

  #become(next: BreakerState): void {
    const isChange = this.#state !== next
    this.#state = next
    this.#era += 1
    this.#failuresInRow = 0
    this.#window = []
    this.#isProbing = false
    this.#successes = 0
    if (isChange) this.#onStateChange(next)
  }

  #report(failed: boolean | undefined): void {
    if (this.#state === 'closed' && failed !== undefined) this.#count(failed)
    if (this.#state !== 'halfOpen') return
    this.#isProbing = false
    if (failed === undefined) return
    if (failed) this.#open()
    else {
      this.#successes += 1
      if (this.#successes >= this.#limits.successesToClose) this.close()
    }
  }

  #count(failed: boolean): void {
    const { windowMs, minCalls, failureRatio, consecutiveFailures } = this.#limits
    const now = this.#clock.now()
    this.#failuresInRow = failed ? this.#failuresInRow + 1 : 0
    this.#window = this.#window.filter(({ at }) => at > now - windowMs).slice(-MAX_REMEMBERED)
    this.#window.push({ at: now, failed })
    const failures = this.#window.filter((call) => call.failed).length
    const isShare = this.#window.length >= minCalls && failures >= failureRatio * this.#window.length
    if (failed && (this.#failuresInRow >= consecutiveFailures || isShare)) this.#open()
  }
}
