import { describe, expect, it, vi } from 'vitest'
import { raceSignal, startDeadline } from './deadline.ts'
import { rejection } from './fixtures/servers.ts'

describe('startDeadline', () => {
  it('is over when the time is up', () => {
    vi.useFakeTimers()
    try {
      const deadline = startDeadline(1_000, undefined)
      vi.advanceTimersByTime(999)
      expect([deadline.signal.aborted, deadline.isOver()]).toEqual([false, false])
      vi.advanceTimersByTime(1)
      expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, true])
    } finally {
      vi.useRealTimers()
    }
  })

  it('follows the caller without being over, and keeps the reason to itself', () => {
    const caller = new AbortController()
    const deadline = startDeadline(1_000, caller.signal)
    caller.abort('the password is swordfish')
    deadline.stop()
    expect(deadline.signal.aborted).toBe(true)
    expect(deadline.isOver()).toBe(false)
    expect(String(deadline.signal.reason)).not.toContain('swordfish')
  })

  it('follows a signal that was aborted before', () => {
    const deadline = startDeadline(1_000, AbortSignal.abort())
    deadline.stop()
    expect(deadline.signal.aborted).toBe(true)
  })

  it('leaves no timer behind', () => {
    vi.useFakeTimers()
    try {
      startDeadline(1_000, undefined).stop()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('raceSignal', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController()
    await expect(raceSignal(Promise.resolve(7), signal)).resolves.toBe(7)
    await expect(raceSignal(Promise.reject(new RangeError('x')), signal)).rejects.toThrow(RangeError)
  })

  it('rejects with the reason of the signal while the work hangs', async () => {
    const controller = new AbortController()
    const raced = raceSignal(new Promise(() => {}), controller.signal)
    controller.abort('enough')
    expect(await rejection(raced)).toBe('enough')
  })

  it('rejects when the signal was aborted before', async () => {
    expect(await rejection(raceSignal(new Promise(() => {}), AbortSignal.abort('before')))).toBe('before')
  })
})
