import { type Metric, requireCutOff } from './metric.ts'

/**
 * nDCG@k, normalised discounted cumulative gain: is the most relevant first?
 *
 * Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002, with the
 * discount 1 / log2(rank + 1) that is usual since Burges et al., 2005, and linear gain, which is the relevance
 * itself: DCG@k = Σ gain(i) / log2(i + 1) for ranks i = 1 … k. It is divided by the DCG@k of the ideal ranking: the
 * query's own judged tools by descending relevance.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function ndcgAt(k: number): Metric {
  requireCutOff(k)
  return (ranking, relevance) => {
    const ideal = discountedGain([...relevance.values()].sort((a, b) => b - a).slice(0, k))
    if (ideal === 0) return 0
    return discountedGain(ranking.slice(0, k).map((id) => relevance.get(id) ?? 0)) / ideal
  }
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}
