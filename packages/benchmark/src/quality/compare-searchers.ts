import { setImmediate } from 'node:timers/promises'
import {
  type BootstrapResult,
  compareEvaluations,
  formatNumber,
  formatTable,
  type SearchEvaluation,
  type TableFormat,
} from '@toolscout/evaluation'
import { OWN_SEARCH } from './searchers.ts'

/** The set of a comparison on the mean of all sets. */
export const ALL_SETS = 'all'

/** Our search against another one. */
export interface Comparison extends BootstrapResult {
  readonly candidate: string
  readonly baseline: string
  readonly metric: string
  /** {@link ALL_SETS} for the mean of the sets. */
  readonly set: string
}

/** What is compared, and how. */
export interface ComparingPlan {
  readonly metrics: readonly string[]
  readonly seed: number
  readonly signal: AbortSignal
}

/** Ours against every other search of a run by each metric: on each set, and on the mean of several. */
export async function compareSearchers(
  evaluations: readonly SearchEvaluation[],
  { metrics, seed, signal }: ComparingPlan,
): Promise<readonly Comparison[]> {
  const judged = evaluations.filter(({ perQuery }) => perQuery.size > 0)
  const of = (name: string): readonly SearchEvaluation[] => judged.filter(({ run }) => run.name === name)
  const own = of(OWN_SEARCH.name)
  const others = [...new Set(judged.map(({ run }) => run.name))].filter((name) => name !== OWN_SEARCH.name)
  const comparisons: Comparison[] = []
  for (const [name, metric] of others.flatMap((other) => metrics.map((one) => [other, one] as const))) {
    const all = { set: ALL_SETS, baseline: of(name), candidate: own }
    const single = own.map((candidate, i) => ({
      set: candidate.set,
      baseline: of(name).slice(i, i + 1),
      candidate: [candidate],
    }))
    for (const { set, ...pair } of own.length > 1 ? [...single, all] : single) {
      // A second of drawing for each; Ctrl-C gets its turn in between.
      await setImmediate()
      signal.throwIfAborted()
      const result = compareEvaluations(pair, { metric, seed })
      comparisons.push({ candidate: OWN_SEARCH.name, baseline: name, metric, set, ...result })
    }
  }
  return comparisons
}

/** Writes comparisons by one metric as a table; empty without any. */
export function formatComparisons(comparisons: readonly Comparison[], format: TableFormat): string {
  const metric = comparisons[0]?.metric
  if (metric === undefined) return ''
  const rows = comparisons.map(({ candidate, baseline, set, difference, low, high, pValue }) => [
    `${candidate} - ${baseline}`,
    set,
    formatNumber(difference),
    formatNumber(low),
    formatNumber(high),
    formatNumber(pValue, 4),
  ])
  return `\n${formatTable({ titles: [`difference of ${metric}`, 'set', 'mean', '2.5 %', '97.5 %', 'p'], rows }, format)}`
}
