import type { Metric } from './metric.ts'

/**
 * Average precision: the precision at the rank of each relevant tool, summed and divided by the number of relevant
 * tools, found or not. Its mean over queries is MAP (Manning, Raghavan and Schütze, "Introduction to Information
 * Retrieval", 2008, equation 8.8). Depends on how deep the ranking goes.
 */
export const averagePrecision: Metric = (ranking, relevance) => {
  if (relevance.size === 0) return 0
  let found = 0
  let sum = 0
  ranking.forEach((id, i) => {
    if (!relevance.has(id)) return
    found += 1
    sum += found / (i + 1)
  })
  return sum / relevance.size
}
