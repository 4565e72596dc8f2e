import { setImmediate } from 'node:timers/promises'
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
export async function compareSearchers(
  evaluations: readonly SearchEvaluation[],
  { seed, signal }: { readonly seed: number; readonly signal: AbortSignal },
): Promise<readonly Comparison[]> {
  const judged = evaluations.filter(({ perQuery }) => perQuery.size > 0)
  const of = (name: string): readonly SearchEvaluation[] => judged.filter(({ run }) => run.name === name)
  const own = of(OWN_SEARCHER)
  const others = [...new Set(judged.map(({ run }) => run.name))].filter((name) => name !== OWN_SEARCHER)
  const comparisons: Comparison[] = []
  for (const name of others) {
    const all = { set: 'all', baseline: of(name), candidate: own }
    const single = own.map((candidate, i) => ({
      set: candidate.set,
      baseline: of(name).slice(i, i + 1),
      candidate: [candidate],
    }))
    for (const { set, ...pair } of own.length > 1 ? [...single, all] : single) {
      // A second of drawing for each; Ctrl-C gets its turn in between.
      await setImmediate()
      signal.throwIfAborted()
      const result = compareEvaluations(pair, { metric: METRIC, seed })
      comparisons.push({ candidate: OWN_SEARCHER, baseline: name, metric: METRIC, set, ...result })
    }
  }
  return comparisons
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
