import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitLadder, type Rungs } from './fit-ladder.ts'

/** Costs of each rung of each item, rising, and of the tail that says that items are missing. */
const arbitraryCosts = fc.array(
  fc
    .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0))),
  { maxLength: 8 },
)
const TAIL = 3

function costOf(costs: readonly (readonly number[])[], rungs: Rungs): number {
  const tail = rungs.length < costs.length ? TAIL : 0
  return rungs.reduce((sum, rung, i) => sum + (costs[i]?.[rung] as number), tail)
}

function fit(costs: readonly (readonly number[])[], budget: number, wholeCost = costOf): Rungs {
  return fitLadder(
    {
      heights: costs.map(({ length }) => length),
      itemCost: (i, rung) => costs[i]?.[rung] as number,
      wholeCost: (rungs) => wholeCost(costs, rungs),
    },
    budget,
  )
}

/** The plain way: asks what the whole costs for every item and rung. */
function plainFit(costs: readonly (readonly number[])[], budget: number): Rungs {
  const fits = (rungs: Rungs): boolean => costOf(costs, rungs) <= budget
  const rungs = costs.map(() => 0)
  if (!fits(rungs)) {
    let shown = 0
    while (shown + 1 < rungs.length && fits(rungs.slice(0, shown + 1))) shown += 1
    return rungs.slice(0, shown)
  }
  for (const [i, { length }] of costs.entries()) {
    for (let rung = length - 1; rung > 0; rung -= 1) {
      rungs[i] = rung
      if (fits(rungs)) break
      rungs[i] = 0
    }
  }
  return rungs
}

describe('fitLadder', () => {
  it('never costs more than the bound when anything is shown', () => {
    fc.assert(
      fc.property(arbitraryCosts, fc.nat({ max: 200 }), (costs, budget) => {
        const rungs = fit(costs, budget)
        if (rungs.length > 0) expect(costOf(costs, rungs)).toBeLessThanOrEqual(budget)
      }),
    )
  })

  it('shows a prefix on the lowest rung until all are shown', () => {
    fc.assert(
      fc.property(arbitraryCosts, fc.nat({ max: 200 }), (costs, budget) => {
        const rungs = fit(costs, budget)
        if (rungs.length === costs.length) return
        expect(rungs.every((rung) => rung === 0)).toBe(true)
        const oneMore = [...rungs, 0]
        expect(costOf(costs, oneMore)).toBeGreaterThan(budget)
      }),
    )
  })

  it('raises no item at the price of a better one', () => {
    fc.assert(
      fc.property(arbitraryCosts, fc.nat({ max: 200 }), (costs, budget) => {
        const rungs = fit(costs, budget)
        if (rungs.length < costs.length) return
        for (const [i, rung] of rungs.entries()) {
          const behindLowest = rungs.map((one, j) => (j > i ? 0 : one))
          for (let higher = rung + 1; higher < (costs[i]?.length as number); higher += 1) {
            behindLowest[i] = higher
            expect(costOf(costs, behindLowest)).toBeGreaterThan(budget)
          }
        }
      }),
    )
  })

  it('never shows less of the first item for a larger bound', () => {
    fc.assert(
      fc.property(arbitraryCosts, (costs) => {
        let before = -1
        for (let budget = 0; budget <= 200; budget += 1) {
          const first = fit(costs, budget)[0] ?? -1
          expect(first).toBeGreaterThanOrEqual(before)
          before = first
        }
      }),
    )
  })

  it('gives what asking for the whole each time gives', () => {
    fc.assert(
      fc.property(arbitraryCosts, fc.nat({ max: 200 }), (costs, budget) => {
        expect(fit(costs, budget)).toEqual(plainFit(costs, budget))
      }),
    )
  })

  it('keeps within the bound also when the whole costs more or less than its parts', () => {
    fc.assert(
      fc.property(
        arbitraryCosts,
        fc.nat({ max: 200 }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (costs, budget, factor) => {
          const whole = (of: readonly (readonly number[])[], rungs: Rungs): number =>
            costOf(of, rungs) * factor
          const rungs = fit(costs, budget, whole)
          if (rungs.length > 0) expect(whole(costs, rungs)).toBeLessThanOrEqual(budget)
        },
      ),
    )
  })

  it('asks for the whole a few times, however many items there are', () => {
    const costs = Array.from({ length: 10_000 }, () => [1, 5, 9])
    for (const budget of [50, 10_000, 30_000, 60_000, 100_000]) {
      let asked = 0
      const counted = (of: readonly (readonly number[])[], rungs: Rungs): number => {
        asked += 1
        return costOf(of, rungs)
      }
      fit(costs, budget, counted)
      expect(asked).toBeLessThan(20)
    }
  })

  it('shows everything when there is room, and nothing of nothing', () => {
    expect(fit([[1, 2], [1, 2, 3], [1]], 100)).toEqual([1, 2, 0])
    expect(fit([], 0)).toEqual([])
    expect(fit([[5]], 4)).toEqual([])
  })
})
