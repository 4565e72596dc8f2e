import { expect, it } from 'vitest'
import { toQuantiles } from './quantiles.ts'

it('quantiles are times that were measured', () => {
  const times = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(toQuantiles(times)).toEqual({ count: 100, p05Ms: 5, p50Ms: 50, p95Ms: 95, p99Ms: 99, mostMs: 100 })
  expect(toQuantiles([])).toMatchObject({ count: 0, p50Ms: Number.NaN })
})
