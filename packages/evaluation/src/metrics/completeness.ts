import { countRelevant, type Metric, requireCutOff } from './metric.ts'

/**
 * Completeness@k: 1 when every relevant tool is among the first k, otherwise 0 (COMP@K of Qu et al., "Towards
 * Completeness-Oriented Tool Retrieval for Large Language Models", CIKM 2024). A task that needs two tools fails with
 * one.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function completenessAt(k: number): Metric {
  requireCutOff(k)
  return (ranking, relevance) =>
    relevance.size > 0 && countRelevant(ranking.slice(0, k), relevance) === relevance.size ? 1 : 0
}
