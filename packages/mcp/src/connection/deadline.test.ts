import { getEventListeners } from 'node:events'
import { systemClock } from '@toolscout/model/internal'
import { describe, expect, it, vi } from 'vitest'
import { PersonTime } from './person-time.ts'
import { Deadline } from './request-failure.ts'

describe('a deadline', () => {
  it('is over when the time is up', () => {
    vi.useFakeTimers()
    try {
      const deadline = new Deadline(1_000, undefined)
      vi.advanceTimersByTime(999)
      expect([deadline.signal.aborted, deadline.isOver]).toEqual([false, false])
      vi.advanceTimersByTime(1)
      expect([deadline.signal.aborted, deadline.isOver]).toEqual([true, true])
    } finally {
      vi.useRealTimers()
    }
  })

  it('follows the caller without being over, and keeps the reason to itself', () => {
    const caller = new AbortController()
    const deadline = new Deadline(1_000, caller.signal)
    caller.abort('the password is swordfish')
    deadline.stop()
    expect(deadline.signal.aborted).toBe(true)
    expect(deadline.isOver).toBe(false)
    expect(String(deadline.signal.reason)).not.toContain('swordfish')
  })

  it('follows a signal that was aborted before', () => {
    const deadline = new Deadline(1_000, AbortSignal.abort())
    deadline.stop()
    expect(deadline.signal.aborted).toBe(true)
  })

  it('goes on as long as it is given more time', async () => {
    const given = [1, 1, 0]
    const deadline = new Deadline(1, undefined)
    const isOver = new Promise((resolve) => deadline.signal.addEventListener('abort', resolve))
    deadline.extend(async () => given.shift() ?? 0)
    await isOver
    expect([given, deadline.isOver]).toEqual([[], true])
  })

  it('ends where it cannot be asked whether to go on', async () => {
    const deadline = new Deadline(1, undefined)
    const isOver = new Promise((resolve) => deadline.signal.addEventListener('abort', resolve))
    deadline.extend(() => Promise.reject(new RangeError('no')))
    await isOver
    expect(deadline.isOver).toBe(true)
  })

  it('leaves out what a person took, ten minutes in all, the open question too', async () => {
    vi.useFakeTimers()
    try {
      let waiting = 0
      // Counted here, since other files of this process may begin to wait meanwhile.
      const person = new PersonTime({
        after: (...asked) => {
          waiting += 1
          const stopClock = systemClock.after(...asked)
          return () => {
            waiting -= 1
            stopClock()
          }
        },
      })
      const deadline = new Deadline(60_000, undefined)
      deadline.leaveOut(person.follow())
      const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
      await wait(20_000)
      // Two at the same time count once.
      await Promise.all([person.during(() => wait(30_000)), person.during(() => Promise.resolve())])
      await person.during(() => wait(299_000))
      await wait(39_000)
      expect(deadline.isOver).toBe(false)
      await wait(2_000)
      expect(deadline.isOver).toBe(true)
      const late = new Deadline(60_000, undefined)
      late.leaveOut(person.follow())
      await person.during(async () => {
        await wait(659_000)
        expect(late.isOver).toBe(false)
        await wait(2_000)
        expect([late.isOver, late.timeoutMs]).toEqual([true, 60_000])
      })
      expect(waiting).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leaves no timer behind', () => {
    vi.useFakeTimers()
    try {
      new Deadline(1_000, undefined).stop()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps deadlines of one caller to one listener', () => {
    const { signal } = new AbortController()
    const deadlines = Array.from({ length: 50 }, () => new Deadline(60_000, signal))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const deadline of deadlines) deadline.stop()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
