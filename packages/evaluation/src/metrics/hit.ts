import { countRelevant, type Metric, requireCutOff } from './metric.ts'

/**
 * Hit@k, also called success@k: 1 when any relevant tool is among the first k, otherwise 0.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function hitAt(k: number): Metric {
  requireCutOff(k)
  return (ranking, relevance) => (countRelevant(ranking.slice(0, k), relevance) > 0 ? 1 : 0)
}
