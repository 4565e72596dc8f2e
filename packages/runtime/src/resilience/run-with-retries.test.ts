import { ToolscoutError } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './decide-retry.ts'
import type { FailureKind } from './failure.ts'
import { createRetryBudget } from './retry-budget.ts'
import { type AttemptFailure, type RetryOptions, runWithRetries, startDeadline } from './run-with-retries.ts'

/** The schedule of Symb: 2, 5 and 10 seconds, or what the server asks for, at most 30 s. */
const SYMB_RETRY_POLICY: RetryPolicy = Object.freeze({
  maxRetries: 3,
  maxRateLimitRetries: 3,
  pauses: Object.freeze([2_000, 5_000, 10_000]),
  maxRetryAfterMs: 30_000,
  cutsRetryAfter: true,
})

/** Nothing is ever tried again. */
const NO_RETRIES: RetryPolicy = Object.freeze({ ...DEFAULT_RETRY_POLICY, maxRetries: 0 })

class BackendError extends ToolscoutError {
  constructor(details: object) {
    super('BACKEND', 'backend says no.', { details })
  }
}

/** Runs something that fails each time in one way; time passes as fast as it is waited for. */
async function tryOften(
  details: object | readonly object[],
  options: Partial<RetryOptions> & { readonly timeoutMs?: number } = {},
) {
  const clock = createManualClock()
  const { timeoutMs = 300_000, ...retry } = options
  const deadline = startDeadline(timeoutMs, { clock, onTimeout: () => new RangeError('time is up') })
  const failures = Array.isArray(details) ? [...(details as readonly object[])] : undefined
  const events: AttemptFailure[] = []
  const times: number[] = []
  const start = clock.now()
  const attempt = async (): Promise<string> => {
    times.push(clock.now() - start)
    const failure = failures === undefined ? details : failures.shift()
    if (failure === undefined) return 'done'
    throw new BackendError(failure as object)
  }
  let outcome: { readonly value?: unknown; readonly error?: unknown } | undefined
  runWithRetries(attempt, {
    deadline,
    clock,
    random: () => 0.5,
    onAttemptFailed: (event) => events.push(event),
    ...retry,
  }).then(
    (value) => {
      outcome = { value }
    },
    (error: unknown) => {
      outcome = { error }
    },
  )
  await settled()
  while (outcome === undefined) await clock.advance(Math.min(...clock.waits()))
  deadline.stop()
  expect(clock.waits()).toEqual([])
  return { ...(outcome as { value?: unknown; error?: { code?: string; details?: unknown } }), events, times }
}

const failed = (kind: FailureKind, more: object = {}): object => ({ failure: kind, ...more })
const twice = { listing: 3, call: 3, safeCall: 3 }
const once = { listing: 1, call: 1, safeCall: 1 }

describe('the matrix of what may be retried (security-reliability-scale 4.2)', () => {
  it.each([
    ['unsent', twice, 'notRun'],
    ['rateLimited', { listing: 3, call: 2, safeCall: 3 }, 'notRun'],
    ['unavailable', { listing: 3, call: 1, safeCall: 3 }, 'unknown'],
    ['ambiguous', { listing: 3, call: 1, safeCall: 3 }, 'unknown'],
    ['refused', once, 'notRun'],
    ['badArguments', once, 'notRun'],
    ['busy', once, 'notRun'],
    ['toolFailed', once, 'ran'],
    ['sessionLost', once, 'notRun'],
    ['unauthorized', once, 'notRun'],
    ['outdated', once, 'notRun'],
  ] as const)('%s', async (kind, attempts, outcome) => {
    for (const operation of ['listing', 'call', 'safeCall'] as const) {
      const { error, times } = await tryOften(failed(kind), { operation })
      expect(times).toHaveLength(attempts[operation])
      expect(error).toMatchObject({
        code: 'CALL_FAILED',
        details: { failure: kind, outcome, attempts: attempts[operation] },
        cause: { code: 'BACKEND' },
      })
    }
  })

  it.each([
    ['sessionLost', 'session'],
    ['unauthorized', 'token'],
    ['outdated', 'version'],
  ] as const)('%s: a new %s, and once more', async (kind, recovery) => {
    let fetched = 0
    const recover = {
      [recovery]: async () => {
        fetched += 1
      },
    }
    expect(await tryOften([failed(kind)], { recover })).toMatchObject({ value: 'done', times: [0, 0] })
    const { error, times } = await tryOften(failed(kind), { recover })
    expect(times).toHaveLength(2)
    expect(error).toMatchObject({ details: { outcome: 'notRun', attempts: 2 } })
    expect(fetched).toBe(2)
  })

  it('never tries again what may have run, unless it is safe', async () => {
    const kinds = fc.constantFrom<FailureKind>('unavailable', 'ambiguous', 'toolFailed')
    await fc.assert(
      fc.asyncProperty(kinds, fc.array(kinds, { maxLength: 3 }), async (first, more) => {
        const { times } = await tryOften([first, ...more].map((kind) => failed(kind)))
        expect(times).toHaveLength(1)
      }),
      { numRuns: 20 },
    )
  })
})

describe('Symb 3.9', () => {
  it('429 with Retry-After: 7 waits 7 s (SYM-003)', async () => {
    const limited = { httpStatus: 429, retryAfterMs: 7_000 }
    expect(await tryOften([limited])).toMatchObject({ value: 'done', times: [0, 7_000] })
    expect(await tryOften([limited], { policy: SYMB_RETRY_POLICY })).toMatchObject({ times: [0, 7_000] })
  })

  it('a longer wait than allowed ends the call, or is cut where the policy says so (SYM-004)', async () => {
    const limited = { httpStatus: 429, retryAfterMs: 31_000 }
    const { error, times } = await tryOften([limited])
    expect(times).toEqual([0])
    expect(error?.details).toMatchObject({ retryable: true, retryAfterMs: 31_000, outcome: 'notRun' })
    expect(await tryOften([limited], { policy: SYMB_RETRY_POLICY })).toMatchObject({ times: [0, 30_000] })
  })

  it('a 503 with the header is honoured where repeating is safe (SYM-005)', async () => {
    const unavailable = { httpStatus: 503, retryAfterMs: 4_000 }
    for (const operation of ['listing', 'safeCall'] as const) {
      expect(await tryOften([unavailable], { operation })).toMatchObject({ times: [0, 4_000] })
    }
    const { error } = await tryOften([unavailable])
    expect(error?.details).toMatchObject({ attempts: 1, retryable: true, retryAfterMs: 4_000 })
  })

  it('2, 5 and 10 seconds', async () => {
    const { times, error } = await tryOften(failed('unsent'), { policy: SYMB_RETRY_POLICY })
    expect(times).toEqual([0, 2_000, 7_000, 17_000])
    expect(error).toMatchObject({ details: { attempts: 4, elapsedMs: 17_000 } })
  })

  it.each([[400], [401], [404]])('HTTP %i is not retried', async (httpStatus) => {
    expect((await tryOften({ httpStatus })).times).toEqual([0])
  })

  it('validation errors are not retried, nor are timeouts of what is not idempotent (SYM-006)', async () => {
    expect((await tryOften({ rpcCode: -32_602 })).times).toEqual([0])
    const { times, error } = await tryOften({ outcome: 'unknown' })
    expect([times, error?.details]).toMatchObject([[0], { outcome: 'unknown', retryable: false }])
    expect((await tryOften({ outcome: 'unknown' }, { operation: 'safeCall' })).times).toHaveLength(3)
  })

  it('cancellation during back-off returns immediately (SYM-007)', async () => {
    const clock = createManualClock()
    const caller = new AbortController()
    const options = { clock, signal: caller.signal, onTimeout: () => new RangeError('time is up') }
    const deadline = startDeadline(60_000, options)
    const attempt = (): Promise<never> => Promise.reject(new BackendError(failed('unsent')))
    const running = runWithRetries(attempt, { deadline, clock, policy: SYMB_RETRY_POLICY })
    await settled()
    caller.abort(new RangeError('enough'))
    await expect(running).rejects.toThrow('enough')
    deadline.stop()
    expect(clock.waits()).toEqual([])
  })

  it('what fails because the time is up is no attempt that failed', async () => {
    const clock = createManualClock()
    const deadline = startDeadline(1_000, { clock, onTimeout: () => new RangeError('time is up') })
    const events: AttemptFailure[] = []
    const attempt = (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new BackendError(failed('unsent'))))
      })
    const onAttemptFailed = (event: AttemptFailure): unknown => events.push(event)
    const running = runWithRetries(attempt, { deadline, clock, onAttemptFailed })
    const ended = expect(running).rejects.toThrow('time is up')
    await clock.advance(1_000)
    await ended
    deadline.stop()
    expect(events).toEqual([])
  })

  it('the exhausted error says number of attempts, elapsed time and last cause (SYM-008)', async () => {
    const { error } = await tryOften(failed('unsent'), { policy: SYMB_RETRY_POLICY })
    expect(error).toMatchObject({
      message: 'Failed after 4 attempts in 17 seconds: backend says no. No attempts are left.',
      details: { attempts: 4, elapsedMs: 17_000, retryable: true },
      cause: { message: 'backend says no.' },
    })
  })
})

describe('attempts', () => {
  it('are told one by one: what failed, which delay, why it may be retried', async () => {
    const { events } = await tryOften([failed('unsent'), failed('ambiguous')])
    expect(events).toEqual([
      {
        attempt: 1,
        failure: 'unsent',
        message: 'backend says no.',
        outcome: 'notRun',
        delayMs: 100,
        why: 'It did not run.',
      },
      {
        attempt: 2,
        failure: 'ambiguous',
        message: 'backend says no.',
        outcome: 'unknown',
        why: 'It may have run, so it was not called again.',
      },
    ])
  })

  it('have pauses by full jitter', async () => {
    const policy: RetryPolicy = { ...NO_RETRIES, maxRetries: 5, pauses: { baseMs: 200, capMs: 1_000 } }
    const { events } = await tryOften(failed('unsent'), { policy, random: () => 0.75 })
    expect(events.map(({ delayMs }) => delayMs)).toEqual([150, 300, 600, 750, 750, undefined])
    expect((await tryOften(failed('unsent'), { policy, random: () => 0 })).times).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('with a new session need no budget: after a restart every call is made once more', async () => {
    const budget = createRetryBudget(createManualClock(), { minimum: 0, ratio: 0 })
    const recover = { session: async () => {} }
    expect(await tryOften([failed('sessionLost')], { recover, budget })).toMatchObject({ value: 'done' })
    expect((await tryOften([failed('unsent')], { recover, budget })).times).toHaveLength(1)
  })

  it('are never more than policy and budget allow together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.nat(4), async (maxRetries, minimum) => {
        const budget = createRetryBudget(createManualClock(), { minimum, ratio: 0 })
        const policy = { ...NO_RETRIES, maxRetries }
        const { times } = await tryOften(failed('unsent'), { policy, budget })
        expect(times).toHaveLength(1 + Math.min(maxRetries, minimum))
      }),
      { numRuns: 20 },
    )
  })

  it('end with the deadline: no pause that outlasts it is begun', async () => {
    const { error, times } = await tryOften(failed('unsent'), { policy: SYMB_RETRY_POLICY, timeoutMs: 6_000 })
    expect(times).toEqual([0, 2_000])
    expect(error?.details).toMatchObject({
      why: 'The time that is left is too short for another attempt.',
      retryable: true,
    })
  })

  it.each([
    [{ maxRetries: -1 }],
    [{ maxRetries: 1.5 }],
    [{ pauses: [] }],
    [{ pauses: [Number.NaN] }],
    [{ maxRetryAfterMs: -1 }],
  ])('refuse the policy %j', async (wrong) => {
    expect(await tryOften([], { policy: { ...NO_RETRIES, ...wrong } })).toMatchObject({
      error: expect.any(RangeError),
    })
  })
})
