import { expect, it } from 'vitest'
import { createReconnectSchedule } from './reconnect-schedule.ts'
import { checkServerLimits } from './server-limits.ts'

it('a server that fails too often in a row is left alone until it is asked', () => {
  const schedule = createReconnectSchedule(checkServerLimits({ maxFailures: 3 }), () => 0)
  const fail = () => {
    schedule.began(0, false)
    return schedule.next(0).type
  }
  expect([fail(), fail(), fail()]).toEqual(['wait', 'wait', 'giveUp'])
  schedule.reset()
  expect(fail()).toBe('wait')
})

it('a first failure may be the last', () => {
  const schedule = createReconnectSchedule(checkServerLimits({ maxFailures: 1 }), () => 0)
  expect(schedule.next(0)).toMatchObject({
    type: 'giveUp',
    why: expect.stringContaining('failed 1 times in a row'),
  })
  expect(() => checkServerLimits({ maxFailures: 0 })).toThrow(RangeError)
})
