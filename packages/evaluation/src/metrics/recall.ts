import { countRelevant, type Metric, requireCutOff } from './metric.ts'

/**
 * Recall@k: which share of the relevant tools is among the first k? (Manning, Raghavan and Schütze, "Introduction to
 * Information Retrieval", 2008, section 8.3.) Relevance counts as yes or no. A query with more than k relevant tools
 * cannot reach 1.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function recallAt(k: number): Metric {
  requireCutOff(k)
  return (ranking, relevance) =>
    relevance.size === 0 ? 0 : countRelevant(ranking.slice(0, k), relevance) / relevance.size
}
