import { quote } from '@toolscout/model/internal'
import type { Metric } from './metrics.ts'
import { averagePrecision, completenessAt, hitAt, ndcgAt, recallAt, reciprocalRank } from './metrics.ts'

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
