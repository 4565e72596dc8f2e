import type { Clock } from '@toolscout/model'
import { messageOf, pause, systemClock } from '@toolscout/model/internal'
import type { Deadline } from './deadline.ts'
import {
  checkRetryPolicy,
  DEFAULT_RETRY_POLICY,
  decideRetry,
  type Operation,
  type Recovery,
  type RetryDecision,
  type RetryPolicy,
} from './decide-retry.ts'
import {
  CallFailedError,
  type CallOutcome,
  classifyFailure,
  type Failure,
  type FailureKind,
  outcomeOf,
  worseOutcome,
} from './failure.ts'
import type { RetryBudget } from './retry-budget.ts'

/** One attempt that failed. */
export interface AttemptFailure {
  /** Which attempt, from 1. */
  readonly attempt: number
  readonly failure: FailureKind
  /** What it says of itself. */
  readonly message: string
  readonly outcome: CallOutcome
  /** The pause before the next attempt; absent when there is none. */
  readonly delayMs?: number
  /** Why it may be tried again, or why not. */
  readonly why: string
}

/** Options of retries. */
export interface RetryOptions {
  /** What is asked of the other side. Default `call`, the strictest. */
  readonly operation?: Operation | undefined
  /** How often and when. Default {@link DEFAULT_RETRY_POLICY}. */
  readonly policy?: RetryPolicy | undefined
  /** Reads what an attempt rejected with. Default {@link classifyFailure}. */
  readonly classify?: ((error: unknown) => Failure) | undefined
  /** Makes a session, a token or a version new; what it rejects with ends the call. Default: nothing can be. */
  readonly recover?: { readonly [Part in Recovery]?: (signal: AbortSignal) => Promise<void> } | undefined
  /** Retries of all calls together. Default: none are counted. */
  readonly budget?: RetryBudget | undefined
  /** The time for all attempts and pauses, and the signal they end by. */
  readonly deadline: Deadline
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Hears of each attempt that failed. Must not throw. */
  readonly onAttemptFailed?: ((attempt: AttemptFailure) => void) | undefined
}

/**
 * Tries until it succeeds, or nothing more may be tried. Whatever is not surely without effect is not tried again.
 *
 * @throws CallFailedError `CALL_FAILED` with the worst outcome of all attempts; or the reason of the deadline's signal.
 */
export async function runWithRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { operation = 'call', budget, deadline, clock = systemClock, random = Math.random } = options
  const { classify = classifyFailure, recover = {}, onAttemptFailed = () => {} } = options
  const policy = checkRetryPolicy(options.policy ?? DEFAULT_RETRY_POLICY)
  const { signal } = deadline
  const start = clock.now()
  const recovered = new Set<Recovery>()
  let retries = 0
  let rateLimitRetries = 0
  let worst: CallOutcome = 'notRun'
  budget?.addCall()
  for (;;) {
    signal.throwIfAborted()
    try {
      return await attempt(signal)
    } catch (error) {
      // What the deadline or the caller has ended is no failure of the other side.
      signal.throwIfAborted()
      const failure = classify(error)
      const decision = within(
        decideRetry(failure, {
          operation,
          policy,
          history: { retries, rateLimitRetries, recovered },
          canRecover: (recovery) => recover[recovery] !== undefined,
          random,
        }),
        { deadline, budget },
      )
      const outcome = outcomeOf(failure.kind)
      worst = worseOutcome(worst, outcome)
      onAttemptFailed({
        attempt: retries + 1,
        failure: failure.kind,
        message: messageOf(error),
        outcome,
        ...(decision.retry ? { delayMs: decision.delayMs } : {}),
        why: decision.why,
      })
      if (!decision.retry) {
        const { why, retryable } = decision
        const elapsedMs = clock.now() - start
        const facts = {
          failure: failure.kind,
          outcome: worst,
          attempts: retries + 1,
          elapsedMs,
          retryable,
          why,
        }
        const wait = failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }
        throw new CallFailedError({ ...facts, ...wait }, error)
      }
      retries += 1
      if (failure.kind === 'rateLimited') rateLimitRetries += 1
      if (decision.recovery !== undefined) {
        recovered.add(decision.recovery)
        await recover[decision.recovery]?.(signal)
      }
      if (decision.delayMs > 0) await pause(clock, decision.delayMs, signal)
    }
  }
}

/** Holds a decision against the time and the budget that are left. */
function within(
  decision: RetryDecision,
  { deadline, budget }: { readonly deadline: Deadline; readonly budget: RetryBudget | undefined },
): RetryDecision {
  if (!decision.retry) return decision
  if (decision.delayMs >= deadline.remainingMs()) {
    return { retry: false, why: 'The time that is left is too short for another attempt.', retryable: true }
  }
  // What was refused for an old session or token is made once more each, and adds to no crowd.
  if (decision.recovery === undefined && budget !== undefined && !budget.takeRetry()) {
    return { retry: false, why: 'Too many calls are being repeated already.', retryable: true }
  }
  return decision
}
