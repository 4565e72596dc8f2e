import type { Clock, Tool } from '@toolscout/model'
import { checkTimeoutMs, messageOf, onAbort, pause, systemClock } from '@toolscout/model/internal'
import { CallFailedError } from '../call-failure.ts'
import {
  checkRetryPolicy,
  DEFAULT_RETRY_POLICY,
  decideRetry,
  type Operation,
  type Recovery,
  type RetryDecision,
  type RetryHistory,
  type RetryPolicy,
} from './decide-retry.ts'
import {
  type CallOutcome,
  classifyFailure,
  type Failure,
  type FailureKind,
  outcomeOf,
  worseOutcome,
} from './failure.ts'
import type { RetryBudget } from './retry-budget.ts'

/** The time an operation and everything below it has. */
export interface Deadline {
  /** Aborts when the time is up, or with the reason of the caller's signal. */
  readonly signal: AbortSignal
  /** Milliseconds that are left; 0 when there are none. */
  readonly remainingMs: () => number
  /** Whether the time was up before anything else ended the operation. */
  readonly isOver: () => boolean
  /** Stops the clock, and gives back the way to let it go on with the time that was left; to be called once. */
  readonly pause: () => () => void
  /** Milliseconds for which the clock stood still, up to the last time it went on. */
  readonly pausedMs: () => number
  /** Ends the deadline; to be called whatever came of the operation. */
  readonly stop: () => void
}

/** What a deadline is started with. */
export interface DeadlineOptions {
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
  /** The caller's signal to stop. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** The reason of the signal when the time is up. */
  readonly onTimeout: () => unknown
  /** Asked when the time is up: milliseconds that it goes on, or 0. Default: none. */
  readonly moreMs?: (() => number) | undefined
}

/**
 * Starts the clock.
 *
 * @throws RangeError when the time is no whole number of milliseconds from 1 to 2,147,483,647.
 */
export function startDeadline(
  timeoutMs: number,
  { clock = systemClock, signal, onTimeout, moreMs = () => 0 }: DeadlineOptions,
): Deadline {
  checkTimeoutMs('timeoutMs', timeoutMs)
  const controller = new AbortController()
  let end = clock.now() + timeoutMs
  let over = false
  let pausedMs = 0
  let isStopped = false
  const startClock = (): (() => void) =>
    clock.after(end - clock.now(), () => {
      const more = moreMs()
      end += more
      if (more > 0) {
        stopClock = startClock()
        return
      }
      over = !controller.signal.aborted
      controller.abort(onTimeout())
    })
  let stopClock = startClock()
  const stopFollowing =
    signal === undefined ? undefined : onAbort(signal, () => controller.abort(signal.reason))
  return Object.freeze({
    signal: controller.signal,
    remainingMs: () => Math.max(0, end - clock.now()),
    isOver: () => over,
    pause: () => {
      stopClock()
      const since = clock.now()
      return () => {
        const ms = clock.now() - since
        pausedMs += ms
        end += ms
        if (!isStopped) stopClock = startClock()
      }
    },
    pausedMs: () => pausedMs,
    stop: () => {
      isStopped = true
      stopClock()
      stopFollowing?.()
    },
  })
}

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
  /** Set where another backend of the tool is asked in its place. */
  readonly isElsewhere?: true
}

/** Options of retries. */
export interface RetryOptions {
  /** What is asked of the other side. Default `call`, the strictest. */
  readonly operation?: Operation | undefined
  /** How often and when. Default {@link DEFAULT_RETRY_POLICY}. */
  readonly policy?: RetryPolicy | undefined
  /** Reads what an attempt rejected with. Default {@link classifyFailure}. */
  readonly classify?: ((error: unknown) => Failure) | undefined
  /** Whether somebody else is asked for what surely did not run, so that it is not tried again here. Default false. */
  readonly hasOthers?: boolean | undefined
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
  const { budget, deadline, clock = systemClock, classify = classifyFailure, recover = {} } = options
  const policy = options.policy === undefined ? DEFAULT_RETRY_POLICY : checkRetryPolicy(options.policy)
  const { signal } = deadline
  const start = clock.now()
  const recovered = new Set<Recovery>()
  const history = { retries: 0, rateLimitRetries: 0, recovered }
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
      const outcome = outcomeOf(failure.kind, options.operation !== 'atMostOnce')
      worst = worseOutcome(worst, outcome)
      const isElsewhere = options.hasOthers === true && worst === 'notRun' && failure.kind !== 'badArguments'
      const decision = isElsewhere ? ELSEWHERE : decide(failure, policy, history, options)
      const made = history.retries + 1
      options.onAttemptFailed?.(
        describeAttempt(error, { failure, decision, attempt: made, outcome, isElsewhere }),
      )
      if (!decision.retry) {
        const { why, retryable } = decision
        const elapsedMs = clock.now() - start
        const { kind, ...wait } = failure
        const facts = { failure: kind, outcome: worst, attempts: made, elapsedMs, retryable, why, ...wait }
        throw new CallFailedError(facts, error)
      }
      history.retries += 1
      if (failure.kind === 'rateLimited') history.rateLimitRetries += 1
      if (decision.recovery !== undefined) {
        recovered.add(decision.recovery)
        await recover[decision.recovery]?.(signal)
      }
      if (decision.delayMs > 0) await pause(clock, decision.delayMs, signal)
    }
  }
}

const ELSEWHERE: RetryDecision = Object.freeze({
  retry: false,
  why: 'Another backend of the tool is asked.',
  retryable: true,
})

/** What the failure allows, held against the time and the budget that are left. */
function decide(
  failure: Failure,
  policy: RetryPolicy,
  history: RetryHistory,
  { operation = 'call', recover = {}, random = Math.random, deadline, budget }: RetryOptions,
): RetryDecision {
  const canRecover = (recovery: Recovery): boolean => recover[recovery] !== undefined
  const decision = decideRetry(failure, { operation, policy, history, canRecover, random })
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

function describeAttempt(
  error: unknown,
  facts: Pick<AttemptFailure, 'attempt' | 'outcome'> & {
    readonly failure: Failure
    readonly decision: RetryDecision
    readonly isElsewhere: boolean
  },
): AttemptFailure {
  const { failure, decision, attempt, outcome, isElsewhere } = facts
  const delay = decision.retry ? { delayMs: decision.delayMs } : {}
  const told = { attempt, failure: failure.kind, message: messageOf(error), outcome, ...delay }
  return { ...told, why: decision.why, ...(isElsewhere && { isElsewhere }) }
}

/** What a call of a tool is. Only the hints of a trusted source make it one that may be repeated, unless it must never run twice. */
export function operationOf(
  { annotations }: Pick<Tool, 'annotations'>,
  {
    trusted,
    atMostOnce,
  }: { readonly trusted?: boolean | undefined; readonly atMostOnce?: boolean | undefined },
): Operation {
  if (atMostOnce === true) return 'atMostOnce'
  const isSafe =
    trusted === true && (annotations?.readOnlyHint === true || annotations?.idempotentHint === true)
  return isSafe ? 'safeCall' : 'call'
}
