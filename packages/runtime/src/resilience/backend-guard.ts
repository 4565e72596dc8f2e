import type { Clock } from '@toolscout/model'
import { systemClock } from '@toolscout/model/internal'
import { type Bulkhead, type BulkheadLimits, createBulkhead, OverloadedError } from './bulkhead.ts'
import {
  type BreakerLimits,
  type BreakerState,
  type CircuitBreaker,
  CircuitOpenError,
  createCircuitBreaker,
} from './circuit-breaker.ts'
import { classifyFailure, type Failure, type FailureKind } from './failure.ts'
import { createRetryBudget } from './retry-budget.ts'
import { type RetryOptions, runWithRetries } from './run-with-retries.ts'

/** What guards one backend. */
export interface BackendGuardOptions {
  /** The backend, for errors. */
  readonly name: string
  /** Default: five failures in a row, or half of ten, open it. */
  readonly breaker?: Partial<BreakerLimits> | undefined
  /** Default: 16 at once. */
  readonly bulkhead?: BulkheadLimits | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Hears of every change of the breaker's state. Must not throw. */
  readonly onStateChange?: ((state: BreakerState) => void) | undefined
}

/** How one call passes a guard. */
export interface GuardedCall extends Omit<RetryOptions, 'budget' | 'clock' | 'random'> {
  /** On whose behalf, for fair turns. Default: all are one. */
  readonly principal?: string | undefined
}

/** Everything that stands between a call and one backend. */
export interface BackendGuard {
  readonly state: () => BreakerState
  readonly running: Bulkhead['running']
  readonly waiting: Bulkhead['waiting']
  /** Closes the breaker, as {@link CircuitBreaker.reset} does. */
  readonly reset: CircuitBreaker['reset']
  /**
   * Runs a call: waits for its turn, passes the breaker, and is tried again where that is safe. A place is held while
   * an attempt runs, not between attempts.
   *
   * @throws CallFailedError `CALL_FAILED`, whose cause may be `CIRCUIT_OPEN` or `OVERLOADED`.
   */
  readonly run: <T>(attempt: (signal: AbortSignal) => Promise<T>, call: GuardedCall) => Promise<T>
}

/** What tells that the backend itself is not well. */
const FAULTS: ReadonlySet<FailureKind> = new Set(['unsent', 'unavailable', 'ambiguous'])

/**
 * Creates a guard of one backend, whose breaker is closed.
 *
 * @throws RangeError when a limit is outside its range.
 */
export function createBackendGuard(options: BackendGuardOptions): BackendGuard {
  const { name, clock = systemClock, random = Math.random } = options
  const { breaker: limits, onStateChange } = options
  const breaker = createCircuitBreaker({ name, clock, random, limits, onStateChange })
  const bulkhead = createBulkhead({ ...options.bulkhead, name, clock })
  const budget = createRetryBudget(clock)
  const through = async <T>(
    attempt: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    classify: (error: unknown) => Failure,
    isOver: () => boolean,
  ): Promise<T> => {
    const permit = breaker.enter()
    try {
      const result = await attempt(signal)
      permit.succeed()
      return result
    } catch (error) {
      // A deadline that passed is the backend's doing, a caller who left is not.
      const isFault = signal.aborted ? isOver() : FAULTS.has(classify(error).kind)
      if (isFault) permit.fail()
      else permit.ignore()
      throw error
    }
  }
  return Object.freeze({
    state: breaker.state,
    running: bulkhead.running,
    waiting: bulkhead.waiting,
    reset: breaker.reset,
    run: <T>(attempt: (signal: AbortSignal) => Promise<T>, { principal, ...call }: GuardedCall) => {
      const { deadline } = call
      const classify = (error: unknown): Failure =>
        (isHeldBack(error) ? classifyFailure : (call.classify ?? classifyFailure))(error)
      return runWithRetries(
        (signal) =>
          bulkhead.run(() => through(attempt, signal, classify, deadline.isOver), { signal, principal }),
        { ...call, classify, budget, clock, random },
      )
    },
  })
}

function isHeldBack(error: unknown): boolean {
  return error instanceof OverloadedError || error instanceof CircuitOpenError
}
