import { expect, it } from 'vitest'
import { createAllowance } from './notifications.ts'

it('lets through as many as were saved up, and says once that there are more', () => {
  let at = 0
  const take = createAllowance({ burst: 10, perSecond: 2, now: () => at })
  const taken = (count: number): string[] => Array.from({ length: count }, take)
  expect(taken(13)).toEqual([...Array<string>(10).fill('allowed'), 'excess', 'over', 'over'])
  at = 1_000
  expect(taken(3)).toEqual(['allowed', 'allowed', 'over'])
  at = 60_000
  expect(taken(12)).toEqual([...Array<string>(10).fill('allowed'), 'excess', 'over'])
})
