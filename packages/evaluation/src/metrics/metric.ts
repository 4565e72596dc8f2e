/**
 * A number from 0 to 1 that says how good a ranking is for one query.
 *
 * `ranking` holds tool ids, best first, each once. `relevance` holds the gain of every tool that answers the query,
 * all above 0. Where nothing answers, every metric is 0, which says nothing; means leave such queries out.
 */
export type Metric = (ranking: readonly string[], relevance: ReadonlyMap<string, number>) => number

/** How many tools of a ranking answer the query. */
export function countRelevant(ranking: readonly string[], relevance: ReadonlyMap<string, number>): number {
  return ranking.reduce((count, id) => count + (relevance.has(id) ? 1 : 0), 0)
}

/** @throws RangeError when a cut-off is no integer of 1 or more. */
export function requireCutOff(k: number): number {
  if (Number.isSafeInteger(k) && k >= 1) return k
  throw new RangeError(`The cut-off is ${k}; it must be an integer of 1 or more.`)
}
