import {
  type BootstrapResult,
  compareEvaluations,
  formatNumber,
  formatTable,
  type SearchEvaluation,
  type TableFormat,
} from '@toolscout/evaluation'
import { OWN_SEARCHER } from './searchers.ts'

/** The metric searchers are compared by. */
const METRIC = 'ndcg@10'

/** Our search against another one. */
export interface Comparison extends BootstrapResult {
  readonly candidate: string
  readonly baseline: string
  readonly metric: string
  /** `all` for the mean of the sets. */
  readonly set: string
}

/** Ours against every other searcher of a run: on each set, and on the mean of several. */
export function compareSearchers(
  evaluations: readonly SearchEvaluation[],
  seed: number,
): readonly Comparison[] {
  const judged = evaluations.filter(({ perQuery }) => perQuery.size > 0)
  const of = (name: string): readonly SearchEvaluation[] => judged.filter(({ run }) => run.name === name)
  const own = of(OWN_SEARCHER)
  const others = [...new Set(judged.map(({ run }) => run.name))].filter((name) => name !== OWN_SEARCHER)
  return others.flatMap((name) => {
    const compare = (
      set: string,
      pick: (list: readonly SearchEvaluation[]) => readonly SearchEvaluation[],
    ): Comparison => ({
      candidate: OWN_SEARCHER,
      baseline: name,
      metric: METRIC,
      set,
      ...compareEvaluations({ baseline: pick(of(name)), candidate: pick(own) }, { metric: METRIC, seed }),
    })
    const single = own.map(({ set }, i) => compare(set, (list) => list.slice(i, i + 1)))
    return own.length > 1 ? [...single, compare('all', (list) => list)] : single
  })
}

/** Writes comparisons as a table; empty without any. */
export function formatComparisons(comparisons: readonly Comparison[], format: TableFormat): string {
  if (comparisons.length === 0) return ''
  const rows = comparisons.map(({ candidate, baseline, set, difference, low, high, pValue }) => [
    `${candidate} - ${baseline}`,
    set,
    formatNumber(difference),
    formatNumber(low),
    formatNumber(high),
    formatNumber(pValue, 4),
  ])
  return `\n${formatTable({ titles: [`difference of ${METRIC}`, 'set', 'mean', '2.5 %', '97.5 %', 'p'], rows }, format)}`
}
