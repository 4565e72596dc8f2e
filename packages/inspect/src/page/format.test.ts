import { expect, it } from 'vitest'
import { formatAgo, formatCount, formatMany, formatMs, formatScore, formatShare } from './format.ts'

it('writes counts', () => {
  expect([formatCount(1234567), formatMany(1, 'tool'), formatMany(0, 'tool')]).toEqual([
    '1,234,567',
    '1 tool',
    '0 tools',
  ])
})

it.each([
  [0.001, '0.00 ms'],
  [0.42, '0.42 ms'],
  [0.996, '1.0 ms'],
  [9.94, '9.9 ms'],
  [9.96, '10 ms'],
  [994, '994 ms'],
  [996, '1.0 s'],
  [12_345, '12 s'],
])('writes %d milliseconds as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text)
})

it.each([
  [0, '0 %'],
  [0.00001, '0.01 %'],
  [0.5, '50.0 %'],
  [0.9913, '99.13 %'],
  [0.999999, '99.99 %'],
  [1, '100 %'],
])('writes the share %d as %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

it.each([
  [0, '0'],
  [50.912, '50.9'],
  [3, '3'],
  [0.876_4, '0.876'],
  [0.000_012, '1.2e-5'],
])('writes the score %d as %s', (score, text) => {
  expect(formatScore(score)).toBe(text)
})

it.each([
  [0, 'just now'],
  [40_000, '40 s ago'],
  [180_000, '3 min ago'],
  [7_200_000, '2 h ago'],
  [350_000_000, '4 d ago'],
])('writes %d milliseconds ago as %s', (ms, text) => {
  expect(formatAgo(1_000_000_000 - ms, 1_000_000_000)).toBe(text)
})
