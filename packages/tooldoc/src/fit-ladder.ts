/** The rung each shown item stands on, in rank order; items beyond its length are not shown. */
export type Rungs = readonly number[]

/**
 * Fits items into a bound, best rank first. Every item has a ladder of `heights[i]` rungs, 0 being the lowest.
 *
 * First every item gets its lowest rung, in rank order, while that fits. Only when all of them are shown are items
 * raised, in rank order, each as far as it goes with those behind it on their lowest rung: no item is ever raised
 * at the price of a better one. While items are missing nothing is raised, so that a larger bound, which shows
 * more items, never has to take anything back from the first.
 *
 * Nothing is assumed about `fits` but that it gives the same answer for the same rungs; it is asked once for each
 * item and rung, and twice at most for the whole.
 */
export function fitLadder(heights: readonly number[], fits: (rungs: Rungs) => boolean): Rungs {
  const lowest = heights.map(() => 0)
  if (!fits(lowest)) return longestPrefix(lowest, fits)
  const rungs = [...lowest]
  for (const [i, height] of heights.entries()) {
    for (let rung = height - 1; rung > 0; rung -= 1) {
      rungs[i] = rung
      if (fits(rungs)) break
      rungs[i] = 0
    }
  }
  return rungs
}

function longestPrefix(lowest: Rungs, fits: (rungs: Rungs) => boolean): Rungs {
  let shown = 0
  while (shown + 1 < lowest.length && fits(lowest.slice(0, shown + 1))) shown += 1
  return lowest.slice(0, shown)
}
