import { createManualClock, settled } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { type BackendGuardOptions, createBackendGuard, type GuardedCall } from './backend-guard.ts'
import { CallNotRunError } from './failure.ts'
import { createRetryBudget } from './retry-budget.ts'
import { type Deadline, startDeadline } from './run-with-retries.ts'

const setUp = (options: Partial<BackendGuardOptions> = {}) => {
  const clock = createManualClock()
  const guard = createBackendGuard({ name: 'mail', clock, random: () => 1, ...options })
  const deadline = (timeoutMs = 60_000, more: { signal?: AbortSignal } = {}): Deadline =>
    startDeadline(timeoutMs, { clock, onTimeout: () => new RangeError('time is up'), ...more })
  const call = async (
    attempt: (signal: AbortSignal) => Promise<unknown>,
    more: Partial<GuardedCall> & { readonly timeoutMs?: number } = {},
  ): Promise<unknown> => {
    const own = deadline(more.timeoutMs)
    try {
      return await guard.run(attempt, { deadline: own, ...more })
    } finally {
      own.stop()
    }
  }
  return { clock, guard, deadline, call }
}
const broken = (): Promise<never> => Promise.reject(new RangeError('broken pipe'))
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('a guard', () => {
  it('leaves a backend alone that fails, at once and without a retry', async () => {
    const { guard, call } = setUp()
    for (let i = 0; i < 5; i += 1) await expect(call(broken)).rejects.toMatchObject({ code: 'CALL_FAILED' })
    expect(guard.state()).toBe('open')
    let ran = false
    const attempt = async (): Promise<void> => {
      ran = true
    }
    await expect(call(attempt)).rejects.toMatchObject({
      code: 'CALL_FAILED',
      details: { failure: 'busy', outcome: 'notRun', attempts: 1, retryable: true, retryAfterMs: 5_000 },
      cause: { code: 'CIRCUIT_OPEN' },
    })
    expect(ran).toBe(false)
  })

  it('counts a deadline that passed against the backend, and a caller who left not', async () => {
    const { guard, clock, call, deadline } = setUp({ breaker: { consecutiveFailures: 1 } })
    const caller = new AbortController()
    const own = deadline(1_000, { signal: caller.signal })
    const left = guard.run(hang, { deadline: own })
    caller.abort(new RangeError('left'))
    await expect(left).rejects.toThrow('left')
    own.stop()
    expect(guard.state()).toBe('closed')
    const late = expect(call(hang, { timeoutMs: 1_000 })).rejects.toThrow('time is up')
    await clock.advance(1_000)
    await late
    expect(guard.state()).toBe('open')
    expect([guard.running(), guard.waiting(), clock.waits()]).toEqual([0, 0, []])
  })

  it.each([['rateLimited'], ['refused'], ['unauthorized']] as const)(
    'does not take %s for a fault of the backend',
    async (kind) => {
      const { guard, call } = setUp({ breaker: { consecutiveFailures: 1 } })
      const attempt = (): Promise<never> =>
        Promise.reject(new CallNotRunError('no', kind, { retryAfterMs: 99_000 }))
      await expect(call(attempt)).rejects.toMatchObject({ details: { failure: kind } })
      expect(guard.state()).toBe('closed')
    },
  )

  it('holds no place between attempts', async () => {
    const { guard, clock, call } = setUp({ bulkhead: { maxRunning: 1 } })
    let attempts = 0
    const running = call(async () => {
      attempts += 1
      if (attempts === 1) throw new CallNotRunError('not yet')
      return 'done'
    })
    await settled()
    expect([guard.running(), attempts]).toEqual([0, 1])
    expect(await call(async () => 'meanwhile')).toBe('meanwhile')
    await clock.advance(200)
    expect(await running).toBe('done')
  })
})

describe('a deadline', () => {
  it('cannot be 0, which would be taken for none', () => {
    expect(() => setUp().deadline(0)).toThrow(RangeError)
  })
})

describe('a budget', () => {
  it('is a fifth of the calls of the window, and at least three', async () => {
    const clock = createManualClock()
    const budget = createRetryBudget(clock)
    const retries = (): number => {
      let taken = 0
      while (budget.takeRetry()) taken += 1
      return taken
    }
    for (let i = 0; i < 50; i += 1) budget.addCall()
    expect(retries()).toBe(10)
    await clock.advance(30_001)
    expect(retries()).toBe(3)
  })

  it('of 0 is none', () => {
    expect(createRetryBudget(createManualClock(), { minimum: 0, ratio: 0 }).takeRetry()).toBe(false)
  })
})
