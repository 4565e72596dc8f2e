import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { onAbort, raceSignal } from './clock.ts'

describe('onAbort', () => {
  it('adds one listener to a signal, however many wait, and takes it off after the last', () => {
    const { signal } = new AbortController()
    const stops = Array.from({ length: 50 }, () => onAbort(signal, () => {}))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const stop of stops) stop()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('calls everybody back once, but not who has stopped', () => {
    const controller = new AbortController()
    const calls: string[] = []
    const same = (): void => void calls.push('same')
    onAbort(controller.signal, same)
    onAbort(controller.signal, same)
    onAbort(controller.signal, () => calls.push('stopped'))()
    controller.abort()
    controller.abort()
    expect(calls).toEqual(['same', 'same'])
  })

  it('calls back at once for a signal that was aborted before', () => {
    const calls: string[] = []
    onAbort(AbortSignal.abort(), () => calls.push('now'))()
    expect(calls).toEqual(['now'])
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
    await expect(raced).rejects.toBe('enough')
  })

  it('rejects when the signal was aborted before', async () => {
    await expect(raceSignal(new Promise(() => {}), AbortSignal.abort('before'))).rejects.toBe('before')
  })
})
