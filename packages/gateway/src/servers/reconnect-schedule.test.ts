import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  CRASH_WINDOW_MS,
  fillServerLimits,
  DEFAULT_SERVER_LIMITS as LIMITS,
  ReconnectSchedule,
} from './reconnect-schedule.ts'

it('pauses double up to the longest, of which at least half is waited', () => {
  const longest = new ReconnectSchedule(LIMITS, () => 0.999_999)
  const shortest = new ReconnectSchedule(LIMITS, () => 0)
  const pauses = (schedule: typeof longest): readonly unknown[] =>
    Array.from({ length: 8 }, () => schedule.next(0)).map((step) => (step.type === 'wait' ? step.ms : step))
  expect(pauses(longest)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(pauses(shortest)).toEqual([0, 0, 0, 0, 0, 0, 15_000, 15_000])
})

it('begin anew once a connection has stood for a while, and not before', () => {
  const schedule = new ReconnectSchedule(LIMITS, () => 0.999_999)
  schedule.next(0)
  schedule.next(0)
  schedule.succeeded(0)
  expect(schedule.next(29_999)).toEqual({ type: 'wait', ms: 2_000 })
  schedule.succeeded(0)
  expect(schedule.next(30_000)).toEqual({ type: 'wait', ms: 500 })
})

it('a process that starts too often is left alone until somebody asks or the window has passed', () => {
  const schedule = new ReconnectSchedule(LIMITS, () => 0.5)
  for (let start = 0; start < 5; start += 1) schedule.began(start, true)
  expect(schedule.next(10)).toMatchObject({ type: 'giveUp' })
  expect(schedule.next(CRASH_WINDOW_MS + 10)).toMatchObject({ type: 'wait' })
  for (let start = 0; start < 5; start += 1) schedule.began(start, true)
  schedule.reset()
  expect(schedule.next(10)).toMatchObject({ type: 'wait' })
})

it('a remote server is never given up', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 100_000 })),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (gaps, part) => {
        const schedule = new ReconnectSchedule(LIMITS, () => Math.min(part, 0.999))
        let now = 0
        for (const gap of gaps) {
          now += gap
          schedule.began(now, false)
          const step = schedule.next(now)
          expect(step.type).toBe('wait')
          if (step.type === 'wait') expect(step.ms).toBeLessThanOrEqual(LIMITS.reconnectMaxMs)
        }
      },
    ),
  )
})

it('a server that fails too often in a row is left alone until it is asked (OPC-035)', () => {
  const schedule = new ReconnectSchedule(fillServerLimits({ maxFailures: 3 }), () => 0)
  const fail = () => {
    schedule.began(0, false)
    return schedule.next(0).type
  }
  expect([fail(), fail(), fail()]).toEqual(['wait', 'wait', 'giveUp'])
  schedule.reset()
  expect(fail()).toBe('wait')
})

it('a first failure may be the last', () => {
  const schedule = new ReconnectSchedule(fillServerLimits({ maxFailures: 1 }), () => 0)
  expect(schedule.next(0)).toMatchObject({
    type: 'giveUp',
    why: expect.stringContaining('failed 1 times in a row'),
  })
})
