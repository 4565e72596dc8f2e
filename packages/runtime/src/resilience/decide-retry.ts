import { checkNumber, formatDuration } from '@toolscout/model/internal'
import type { Failure, FailureKind } from './failure.ts'
import { timeLimit } from './limits.ts'

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
  /** Longest wait the other side may ask for, in milliseconds. Legal: 0 to 2,147,483,647. */
  readonly maxRetryAfterMs: number
  /** Whether a longer wait is cut to that, in place of giving up. */
  readonly cutsRetryAfter: boolean
}

/**
 * Two retries at most, with full jitter from 200 ms to 10 s so that callers who failed together part (Brooker,
 * "Exponential Backoff And Jitter", 2015); a wait the server asks for is kept up to 30 s.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = Object.freeze({
  maxRetries: 2,
  maxRateLimitRetries: 1,
  pauses: Object.freeze({ baseMs: 200, capMs: 10_000 }),
  maxRetryAfterMs: 30_000,
  cutsRetryAfter: false,
})

const TIME = timeLimit(0)

/** @throws RangeError when a number of it is outside its range. */
export function checkRetryPolicy(policy: RetryPolicy): RetryPolicy {
  for (const name of ['maxRetries', 'maxRateLimitRetries'] as const)
    checkNumber(name, policy[name], { least: 0, most: 100, whole: true })
  checkNumber('maxRetryAfterMs', policy.maxRetryAfterMs, TIME)
  const { pauses } = policy
  const numbers = 'baseMs' in pauses ? [pauses.baseMs, pauses.capMs] : pauses
  if (numbers.length === 0) throw new RangeError('pauses is empty; at least one pause is needed.')
  for (const ms of numbers) checkNumber('pauses', ms, TIME)
  return policy
}

/** The pause before a retry, in milliseconds. `retry` counts from 0; `random` gives numbers from 0 up to 1. */
function pauseBefore({ pauses }: RetryPolicy, retry: number, random: () => number): number {
  if ('baseMs' in pauses) return random() * Math.min(pauses.capMs, pauses.baseMs * 2 ** retry)
  return pauses[Math.min(retry, pauses.length - 1)] as number
}

/**
 * What is asked of the other side: `listing` reads and changes nothing, `call` may change anything, `safeCall` is a
 * call that a trusted source declares read-only or idempotent, `atMostOnce` one that must never run twice, so that no
 * server is believed when it says that it did not run it.
 */
export type Operation = 'listing' | 'call' | 'safeCall' | 'atMostOnce'

/** What has to be made new before another attempt makes sense. */
export type Recovery = 'session' | 'token' | 'version'

/** What a failure allows. */
type Rule =
  | { readonly kind: 'backoff' }
  | { readonly kind: 'rateLimit' }
  | { readonly kind: 'recover'; readonly recovery: Recovery }
  /** `later` when the caller may retry. */
  | { readonly kind: 'never'; readonly why: string; readonly later: boolean }

const BACKOFF: Rule = { kind: 'backoff' }
const RATE_LIMIT: Rule = { kind: 'rateLimit' }
const recover = (recovery: Recovery): Rule => ({ kind: 'recover', recovery })
const never = (why: string, later = false): Rule => ({ kind: 'never', why, later })
const REFUSED = never('It was refused, and would be again.')
const MAY_HAVE_RUN = never('It may have run, so it was not called again.')
const LATER = never('It may have run, so it was not called again; the server asks to come back later.', true)
const RAN = never('It ran and failed by itself, so it was not called again.')
const each = (rule: Rule): Readonly<Record<Operation, Rule>> => ({
  listing: rule,
  call: rule,
  safeCall: rule,
  atMostOnce: rule,
})
/** The same, but for calls that are made again only if they never left this process. */
const answered = (rule: Rule): Readonly<Record<Operation, Rule>> => ({
  ...each(rule),
  atMostOnce: MAY_HAVE_RUN,
})

/** The matrix: what may be repeated is what surely did not run, what reads only, and what a trusted source calls safe. */
const RULES: Readonly<Record<FailureKind, Readonly<Record<Operation, Rule>>>> = Object.freeze({
  unsent: each(BACKOFF),
  rateLimited: answered(RATE_LIMIT),
  unavailable: {
    ...each(BACKOFF),
    call: LATER,
    atMostOnce: LATER,
  },
  sessionLost: answered(recover('session')),
  unauthorized: answered(recover('token')),
  outdated: answered(recover('version')),
  ambiguous: { ...answered(BACKOFF), call: MAY_HAVE_RUN },
  // A retry after a full queue or an open circuit would only add load.
  busy: each(never('Nothing was run.', true)),
  refused: answered(REFUSED),
  badArguments: answered(REFUSED),
  toolFailed: each(RAN),
})

/** Why another attempt is allowed. */
const ALLOWED: Readonly<Record<Operation, string>> = Object.freeze({
  listing: 'It only reads.',
  call: 'It did not run.',
  safeCall: 'Its source is trusted and declares it safe to repeat.',
  atMostOnce: 'It never left this process.',
})

/** What has been tried so far. */
export interface RetryHistory {
  /** Attempts after the first. */
  readonly retries: number
  /** Of those, the ones after a refusal for the rate. */
  readonly rateLimitRetries: number
  /** What was made new already. */
  readonly recovered: ReadonlySet<Recovery>
}

/** What to do after a failure. */
export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number; readonly why: string; readonly recovery?: Recovery }
  | { readonly retry: false; readonly why: string; readonly retryable: boolean }

/** What was tried, how, and what may be tried. */
interface RetrySituation {
  readonly operation: Operation
  readonly policy: RetryPolicy
  readonly history: RetryHistory
  readonly canRecover: (recovery: Recovery) => boolean
  readonly random: () => number
}

/** Decides what a failure allows. Says nothing of budgets and deadlines. */
export function decideRetry(failure: Failure, situation: RetrySituation): RetryDecision {
  const { operation, policy, history, canRecover } = situation
  const rule = RULES[failure.kind][operation]
  if (rule.kind === 'never') return { retry: false, why: rule.why, retryable: rule.later }
  if (history.retries >= policy.maxRetries) {
    return { retry: false, why: 'No attempts are left.', retryable: true }
  }
  const ran = failure.kind === 'ambiguous' || failure.kind === 'unavailable'
  const why = ran ? ALLOWED[operation] : ALLOWED.call
  if (rule.kind === 'recover') {
    const { recovery } = rule
    if (!canRecover(recovery) || history.recovered.has(recovery)) {
      return { retry: false, why: `It needs a new ${recovery}.`, retryable: false }
    }
    return { retry: true, delayMs: 0, why: `${why} A new ${recovery} is fetched first.`, recovery }
  }
  if (rule.kind === 'rateLimit') {
    const most = policy.maxRateLimitRetries * (operation === 'safeCall' ? 2 : 1)
    if (operation !== 'listing' && history.rateLimitRetries >= most) {
      return { retry: false, why: 'It was refused for its rate too often.', retryable: true }
    }
  }
  return withPause(failure, why, situation)
}

function withPause(
  { retryAfterMs }: Failure,
  why: string,
  { policy, history, random }: RetrySituation,
): RetryDecision {
  if (retryAfterMs === undefined)
    return { retry: true, delayMs: pauseBefore(policy, history.retries, random), why }
  if (retryAfterMs <= policy.maxRetryAfterMs) return { retry: true, delayMs: retryAfterMs, why }
  if (policy.cutsRetryAfter) return { retry: true, delayMs: policy.maxRetryAfterMs, why }
  const tooLong = `The wait of ${formatDuration(retryAfterMs)} it asks for is more than the ${formatDuration(policy.maxRetryAfterMs)} allowed.`
  return { retry: false, why: tooLong, retryable: true }
}
