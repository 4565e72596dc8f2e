import type { Metric } from './metric.ts'

/**
 * Reciprocal rank: 1 / rank of the first relevant tool, 0 when the ranking holds none. Its mean over queries is MRR
 * (Voorhees, "The TREC-8 Question Answering Track Report", 1999).
 */
export const reciprocalRank: Metric = (ranking, relevance) => {
  const first = ranking.findIndex((id) => relevance.has(id))
  return first === -1 ? 0 : 1 / (first + 1)
}
