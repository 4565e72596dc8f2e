import { expect, it } from 'vitest'
import { checkTimeoutMs, MAX_TIMEOUT_MS } from './clock.ts'

it.each([1, 60_000, MAX_TIMEOUT_MS])('takes %d ms', (value) => {
  expect(checkTimeoutMs('timeoutMs', value)).toBe(value)
})

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_TIMEOUT_MS + 1, '5', null, undefined])(
  'refuses %s and shows it',
  (value) => {
    expect(() => checkTimeoutMs('timeoutMs', value)).toThrow(RangeError)
    expect(() => checkTimeoutMs('timeoutMs', '1\n')).toThrow('timeoutMs is "1\\n"; a whole number')
  },
)
