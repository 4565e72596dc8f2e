import {
  formatNumber,
  formatTable,
  type QualityReport,
  type SearchEvaluation,
  type TableFormat,
} from '@toolscout/evaluation/internal'
import { ALL_SETS, type Comparison } from '../quality/compare-searchers.ts'
import { OWN_SEARCH } from '../quality/searchers.ts'

/** The metric each set is shown by, and the one that is shown as a mean beside it. */
export const RANKING_METRIC = 'ndcg@10'
export const SHARE_METRIC = 'recall@5'

/** A value, and how far the default is ahead of it. */
export interface AblationMean {
  readonly mean: number
  /** The default minus this, with a 95 % interval: what the missing part brings. Absent for the default itself. */
  readonly brings?: { readonly difference: number; readonly low: number; readonly high: number } | undefined
}

/** The default with one thing less. Plain data: `JSON.stringify` writes it. */
export interface AblationRow {
  readonly searcher: string
  /** `ndcg@10` by set. */
  readonly sets: { readonly [set: string]: number }
  /** Means over the sets by their weights, by metric. */
  readonly means: { readonly [metric: string]: AblationMean }
  /** Sets on which the missing part surely brings something: those whose own interval of `ndcg@10` is above 0. */
  readonly gains: readonly string[]
  /** Sets on which it surely costs something. */
  readonly losses: readonly string[]
}

/** Sums up the evaluations of the default and its variants, and their comparisons on each set and on all. */
export function createAblationRows(
  { means }: Pick<QualityReport, 'means'>,
  {
    evaluations,
    comparisons,
  }: { readonly evaluations: readonly SearchEvaluation[]; readonly comparisons: readonly Comparison[] },
): readonly AblationRow[] {
  return Object.entries(means).map(([searcher, values]) => {
    const own = evaluations.filter(({ run }) => run.name === searcher)
    const compared = comparisons.filter(({ baseline }) => baseline === searcher)
    const single = compared.filter(({ metric, set }) => metric === RANKING_METRIC && set !== ALL_SETS)
    const meanOf = (metric: string): AblationMean => {
      const ofMetric = compared.filter((comparison) => comparison.metric === metric)
      // A single set is its own mean.
      const overall = ofMetric.find(({ set }) => set === ALL_SETS) ?? ofMetric[0]
      const mean = values[metric] ?? 0
      if (overall === undefined) return { mean }
      const { difference, low, high } = overall
      return { mean, brings: { difference, low, high } }
    }
    return {
      searcher,
      sets: Object.fromEntries(own.map(({ set, means: ofSet }) => [set, ofSet[RANKING_METRIC] ?? 0])),
      means: { [RANKING_METRIC]: meanOf(RANKING_METRIC), [SHARE_METRIC]: meanOf(SHARE_METRIC) },
      gains: single.filter(({ low }) => low > 0).map(({ set }) => set),
      losses: single.filter(({ high }) => high < 0).map(({ set }) => set),
    }
  })
}

/** Writes two tables: `ndcg@10` by set, and what each part brings to the means. */
export function formatAblation(rows: readonly AblationRow[], format: TableFormat): string {
  const sets = Object.keys(rows[0]?.sets ?? {})
  const bySet = {
    titles: [RANKING_METRIC, ...sets, 'mean'],
    rows: rows.map(({ searcher, sets: values, means }) => [
      searcher,
      ...sets.map((set) => formatNumber(values[set])),
      formatNumber(means[RANKING_METRIC]?.mean),
    ]),
  }
  const brought = {
    titles: [
      `what ${OWN_SEARCH.name} has more than`,
      ...[RANKING_METRIC, SHARE_METRIC].flatMap((metric) => [metric, 'brings', '2.5 %', '97.5 %']),
      'sets gaining',
      'sets losing',
    ],
    rows: rows.map(({ searcher, means, gains, losses }) => [
      searcher,
      ...[RANKING_METRIC, SHARE_METRIC].flatMap((metric) => {
        const { mean, brings } = means[metric] ?? {}
        return [mean, brings?.difference, brings?.low, brings?.high].map((value) => formatNumber(value))
      }),
      searcher === OWN_SEARCH.name ? '–' : `${gains.length}`,
      searcher === OWN_SEARCH.name ? '–' : `${losses.length}`,
    ]),
  }
  return `${formatTable(bySet, format)}\n${formatTable(brought, format)}`
}
