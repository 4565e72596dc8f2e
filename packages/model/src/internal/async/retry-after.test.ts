import { expect, it } from 'vitest'
import { parseRetryAfter } from './clock.ts'

const NOW = Date.UTC(2026, 0, 1)

it.each([
  ['7', 7_000],
  [' 0.5 ', 500],
  ['0', 0],
  ['999999999', 86_400_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['Fri, 01 Jan 2027 00:00:00 GMT', 86_400_000],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('reads %j as %j ms', (value, ms) => {
  expect(parseRetryAfter(value, NOW)).toBe(ms)
})
