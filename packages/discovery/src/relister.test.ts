import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRelister } from './relister.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('lists at once, then once for all changes of a rest', async () => {
  const relist = vi.fn(async () => {})
  const { changed } = createRelister(relist, 1_000)
  changed()
  expect(relist).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 100; i += 1) changed()
  await vi.advanceTimersByTimeAsync(999)
  expect(relist).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(relist).toHaveBeenCalledTimes(2)
})

it('rests ever longer for a source that never stops, up to a minute, and recovers', async () => {
  const at: number[] = []
  const start = Date.now()
  const { changed } = createRelister(async () => void at.push((Date.now() - start) / 1_000), 1_000)
  for (let i = 0; i < 400 * 4; i += 1) {
    changed()
    await vi.advanceTimersByTimeAsync(250)
  }
  expect(at).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363])
  await vi.advanceTimersByTimeAsync(180_000)
  at.length = 0
  changed()
  changed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(at).toHaveLength(2)
})

it('bounds a storm even when no rest was asked for', async () => {
  // A server that changes whenever it is listed.
  const relist = vi.fn(async () => relister.changed())
  const relister = createRelister(relist, 0)
  relister.changed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(relist.mock.calls.length).toBeLessThan(20)
})

it('never has two listings at a time, and lists no more once it is stopped', async () => {
  let finish = (): void => {}
  const relist = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const { changed, stop } = createRelister(relist, 10)
  changed()
  changed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(relist).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(10)
  expect(relist).toHaveBeenCalledTimes(2)
  stop()
  changed()
  finish()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(relist).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})
