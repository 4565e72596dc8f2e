/** The rung each shown item stands on, in rank order; items beyond its length are not shown. */
export type Rungs = readonly number[]

/** Items to choose from, best first, and what they cost. */
export interface LadderItems {
  /** The number of levels of each item, 0 being the lowest. */
  readonly heights: readonly number[]
  /** What one item costs by itself, more on a higher rung. Should remember what it was asked. */
  readonly itemCost: (item: number, rung: number) => number
  /** What is shown costs as a whole. Asked a few times, and a logarithm of the items where many do not fit. */
  readonly wholeCost: (rungs: Rungs) => number
}

/**
 * Fits items into a bound, best rank first.
 *
 * First every item gets its lowest rung, in rank order, while that fits. Only when all of them are shown are items
 * raised, in rank order, each rung by rung as far as it goes with those behind it on their lowest rung: no item is
 * ever raised at the price of a better one. While items are missing nothing is raised, so that a larger bound, which
 * shows more items, never has to take anything back from the first.
 *
 * The first item is raised by what the whole costs, the others by what they add, each counted by itself; then the whole
 * is counted, and items are lowered again from the end where it costs more than its parts. So the cost is linear in
 * what is tried, and what is given back costs at most `bound`, unless it is nothing, which may cost more.
 */
export function fitLadder({ heights, itemCost, wholeCost }: LadderItems, bound: number): Rungs {
  const rungs = heights.map(() => 0)
  const lowest = wholeCost(rungs)
  if (lowest > bound) {
    const shown = mostFitting(0, rungs.length, (count) => wholeCost(rungs.slice(0, count)) <= bound)
    return rungs.slice(0, shown)
  }
  let room = bound - lowest
  for (const [i, height] of heights.entries()) {
    if (i === 0) {
      const others = rungs.slice(1)
      const [rung, cost] = highestFitting(height, (candidate) => wholeCost([candidate, ...others]), bound)
      rungs[0] = rung
      if (rung > 0) room = bound - cost
      continue
    }
    let more = 0
    for (let rung = 1; rung < height; rung += 1) {
      const cost = itemCost(i, rung) - itemCost(i, 0)
      if (cost > room) break
      rungs[i] = rung
      more = cost
    }
    room -= more
  }
  if (wholeCost(rungs) <= bound) return rungs
  return lowerFrom(
    rungs,
    mostFitting(1, rungs.length, (count) => wholeCost(lowerFrom(rungs, count)) <= bound),
  )
}

function highestFitting(
  height: number,
  costOf: (rung: number) => number,
  bound: number,
): readonly [rung: number, cost: number] {
  for (let rung = height - 1; rung > 0; rung -= 1) {
    const cost = costOf(rung)
    if (cost <= bound) return [rung, cost]
  }
  return [0, 0]
}

/** The rungs with every item from `count` on lowered. */
function lowerFrom(rungs: Rungs, count: number): Rungs {
  return rungs.map((rung, i) => (i < count ? rung : 0))
}

/** The largest count that fits, found by halving; `least` is taken to fit and `tooMany` not to. */
function mostFitting(least: number, tooMany: number, fits: (count: number) => boolean): number {
  let [fitting, over] = [least, tooMany]
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2)
    if (fits(middle)) fitting = middle
    else over = middle
  }
  return fitting
}
