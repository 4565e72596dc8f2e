import { quote } from '@toolscout/model/internal'
import { from, requireInteger } from '../statistics/numbers.ts'

/**
 * A number from 0 to 1 that says how good a ranking is for one query.
 *
 * `ranking` holds tool ids, best first, each once. `relevance` holds the gain of every tool that answers the query,
 * all above 0. Where nothing answers, every metric is 0, which says nothing; means leave such queries out.
 */
export type Metric = (ranking: readonly string[], relevance: ReadonlyMap<string, number>) => number

/** How many tools of a ranking answer the query. */
function countRelevant(ranking: readonly string[], relevance: ReadonlyMap<string, number>): number {
  return ranking.reduce((count, id) => count + (relevance.has(id) ? 1 : 0), 0)
}

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
  requireInteger('k', k, from(1))
  return (ranking, relevance) => {
    const ideal = discountedGain([...relevance.values()].sort((a, b) => b - a).slice(0, k))
    if (ideal === 0) return 0
    return discountedGain(ranking.slice(0, k).map((id) => relevance.get(id) ?? 0)) / ideal
  }
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}

/**
 * Recall@k: which share of the relevant tools is among the first k? (Manning, Raghavan and Schütze, "Introduction to
 * Information Retrieval", 2008, section 8.3.) Relevance counts as yes or no. A query with more than k relevant tools
 * cannot reach 1.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function recallAt(k: number): Metric {
  requireInteger('k', k, from(1))
  return (ranking, relevance) =>
    relevance.size === 0 ? 0 : countRelevant(ranking.slice(0, k), relevance) / relevance.size
}

/**
 * Completeness@k: 1 when every relevant tool is among the first k, otherwise 0 (COMP@K of Qu et al., "Towards
 * Completeness-Oriented Tool Retrieval for Large Language Models", CIKM 2024). A task that needs two tools fails with
 * one.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function completenessAt(k: number): Metric {
  requireInteger('k', k, from(1))
  return (ranking, relevance) =>
    relevance.size > 0 && countRelevant(ranking.slice(0, k), relevance) === relevance.size ? 1 : 0
}

/**
 * Hit@k, also called success@k: 1 when any relevant tool is among the first k, otherwise 0.
 *
 * @throws RangeError when k is no integer of 1 or more.
 */
export function hitAt(k: number): Metric {
  requireInteger('k', k, from(1))
  return (ranking, relevance) => (countRelevant(ranking.slice(0, k), relevance) > 0 ? 1 : 0)
}

/**
 * Reciprocal rank: 1 / rank of the first relevant tool, 0 when the ranking holds none. Its mean over queries is MRR
 * (Voorhees, "The TREC-8 Question Answering Track Report", 1999).
 */
export const reciprocalRank: Metric = (ranking, relevance) => {
  const first = ranking.findIndex((id) => relevance.has(id))
  return first === -1 ? 0 : 1 / (first + 1)
}

/** Default metrics, in the order of reports. */
export const DEFAULT_METRICS: readonly string[] = Object.freeze([
  'ndcg@5',
  'ndcg@10',
  'recall@1',
  'recall@5',
  'recall@10',
  'hit@1',
  'hit@5',
  'mrr',
])

const AT_CUT_OFF: { readonly [name: string]: (k: number) => Metric } = {
  ndcg: ndcgAt,
  recall: recallAt,
  hit: hitAt,
  complete: completenessAt,
}
const OF_WHOLE_RANKING: { readonly [name: string]: Metric } = { mrr: reciprocalRank, map: averagePrecision }

/** The K of a metric's name, which is how deep a ranking it looks; 0 for metrics of the whole ranking. */
export function cutOffOf(name: string): number {
  return Number(/@(\d{1,6})$/.exec(name)?.[1] ?? 0)
}

/**
 * The metric of a name: `ndcg@K`, `recall@K`, `hit@K`, `complete@K`, `mrr` or `map`, K being 1 or more.
 *
 * @throws RangeError for any other name.
 */
export function parseMetric(name: string): Metric {
  const [, base = '', digits = ''] = /^([a-z]+)@(\d{1,6})$/.exec(name) ?? []
  if (Object.hasOwn(AT_CUT_OFF, base)) return (AT_CUT_OFF[base] as (k: number) => Metric)(Number(digits))
  if (Object.hasOwn(OF_WHOLE_RANKING, name)) return OF_WHOLE_RANKING[name] as Metric
  const known = [...Object.keys(AT_CUT_OFF).map((known) => `${known}@K`), ...Object.keys(OF_WHOLE_RANKING)]
  throw new RangeError(`There is no metric ${quote(name)}; there are ${known.join(', ')}.`)
}
