import { expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'

it.each([
  [0, '0 ms'],
  [0.4, '0 ms'],
  [999, '999 ms'],
  [999.6, '1 second'],
  [1_000, '1 second'],
  [1_040, '1 second'],
  [2_500, '2.5 seconds'],
  [60_000, '60 seconds'],
  [119_999, '120 seconds'],
  [120_000, '2 minutes'],
  [150_000, '2.5 minutes'],
  [7_200_000, '2 hours'],
  [172_800_000, '2 days'],
  [2_147_483_647, '24.9 days'],
])('%d ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
