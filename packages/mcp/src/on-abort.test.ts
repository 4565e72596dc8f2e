import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'
import { onAbort } from './on-abort.ts'

describe('onAbort', () => {
  it('adds one listener to a signal, however many wait, and takes it off after the last', () => {
    const { signal } = new AbortController()
    const stops = Array.from({ length: 50 }, () => onAbort(signal, () => {}))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const stop of stops) stop()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('keeps deadlines of one caller to one listener', () => {
    const { signal } = new AbortController()
    const deadlines = Array.from({ length: 50 }, () => startDeadline(60_000, signal))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const deadline of deadlines) deadline.stop()
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
