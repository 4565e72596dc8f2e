import { createManualClock } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCoalescingRunner, createDebounce, SlicedQueue } from './scheduling.ts'

it('calls once after it was quiet, and in the midst of a flood after the longest wait', async () => {
  const clock = createManualClock(0)
  const calls: number[] = []
  const debounce = createDebounce(() => calls.push(clock.now()), { clock, quietMs: 300, maxWaitMs: 2_000 })
  debounce.trigger()
  await clock.advance(299)
  debounce.trigger()
  await clock.advance(299)
  expect(calls).toEqual([])
  await clock.advance(1)
  expect(calls).toEqual([599])
  for (let ms = 0; ms < 4_400; ms += 100) {
    debounce.trigger()
    await clock.advance(100)
  }
  expect(calls).toEqual([599, 2_599, 4_599])
  debounce.cancel()
  await clock.advance(10_000)
  expect(calls).toHaveLength(3)
})

it('every trigger is followed by a call within the longest wait, and no call comes without one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 30 }), async (gaps) => {
      const clock = createManualClock(0)
      const calls: number[] = []
      const debounce = createDebounce(() => calls.push(clock.now()), { clock, quietMs: 100, maxWaitMs: 400 })
      const triggers: number[] = []
      for (const gap of gaps) {
        await clock.advance(gap)
        debounce.trigger()
        triggers.push(clock.now())
      }
      await clock.advance(1_000)
      for (const at of triggers) {
        expect(calls.some((call) => call >= at && call <= at + 400)).toBe(true)
      }
      expect(calls.length).toBeLessThanOrEqual(triggers.length)
    }),
    { numRuns: 50 },
  )
})
it('begins after the run that runs, once for all who asked meanwhile, and also when that one failed', async () => {
  const ends: ((error?: Error) => void)[] = []
  const run = createCoalescingRunner(
    () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)))
      }),
  )
  const first = run()
  const [second, third] = [run(), run()]
  expect([ends.length, second === third]).toEqual([1, true])
  const failed = expect(first).rejects.toThrow('no')
  ends[0]?.(new Error('no'))
  await failed
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await second
  const next = run()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await next
})

it('few entries are looked at at once, many from the next turn on, so that what made them wait takes no longer', async () => {
  for (const [count, atOnce] of [
    [64, 64],
    [65, 0],
  ] as const) {
    let looked = 0
    const ends: number[] = []
    const queue = new SlicedQueue<number>({
      prepare: () => {},
      look: () => {
        looked += 1
        return true
      },
      onEnd: (found) => void ends.push(found.length),
    })
    for (let i = 0; i < count; i += 1) queue.waiting.set(`tool_${i}`, i)
    queue.run()
    expect(looked).toBe(atOnce)
    await queue.underWay
    expect([looked, ends]).toEqual([count, [count]])
  }
})
