import { setImmediate } from 'node:timers/promises'
import { compareEvaluations } from '@toolscout/evaluation'
import {
  type BootstrapResult,
  formatNumber,
  formatTable,
  type SearchEvaluation,
  type TableFormat,
} from '@toolscout/evaluation/internal'
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
  /** How often sets count on {@link ALL_SETS}, by name. Default: each once. */
  readonly weights?: { readonly [set: string]: number } | undefined
  readonly signal: AbortSignal
}

/** Ours against every other search of a run by each metric: on each set, and on the mean of several. */
export async function compareSearchers(
  evaluations: readonly SearchEvaluation[],
  plan: ComparingPlan,
): Promise<readonly Comparison[]> {
  const others = namesOf(evaluations).filter((name) => name !== OWN_SEARCH.name)
  return comparePairs(
    evaluations,
    others.map((baseline) => ({ candidate: OWN_SEARCH.name, baseline })),
    plan,
  )
}

/** Every other search of a run against one of them. */
export async function compareWith(
  baseline: string,
  evaluations: readonly SearchEvaluation[],
  plan: ComparingPlan,
): Promise<readonly Comparison[]> {
  const others = namesOf(evaluations).filter((name) => name !== baseline)
  return comparePairs(
    evaluations,
    others.map((candidate) => ({ candidate, baseline })),
    plan,
  )
}

function namesOf(evaluations: readonly SearchEvaluation[]): readonly string[] {
  return [...new Set(evaluations.map(({ run }) => run.name))]
}

/** Compares on the sets that both were measured on. */
async function comparePairs(
  evaluations: readonly SearchEvaluation[],
  pairs: readonly Pick<Comparison, 'candidate' | 'baseline'>[],
  { metrics, seed, weights, signal }: ComparingPlan,
): Promise<readonly Comparison[]> {
  const judged = evaluations.filter(({ perQuery }) => perQuery.size > 0)
  const find = (name: string, of: string): readonly SearchEvaluation[] =>
    judged.filter(({ run, set }) => run.name === name && set === of)
  const sets = [...new Set(judged.map(({ set }) => set))]
  const comparisons: Comparison[] = []
  for (const [names, metric] of pairs.flatMap((pair) => metrics.map((one) => [pair, one] as const))) {
    const single = sets
      .map((set) => ({ set, baseline: find(names.baseline, set), candidate: find(names.candidate, set) }))
      .filter(({ baseline, candidate }) => baseline.length > 0 && candidate.length > 0)
    const all = {
      set: ALL_SETS,
      baseline: single.flatMap(({ baseline }) => baseline),
      candidate: single.flatMap(({ candidate }) => candidate),
    }
    for (const { set, ...pair } of single.length > 1 ? [...single, all] : single) {
      // A second of drawing for each; Ctrl-C gets its turn in between.
      await setImmediate()
      signal.throwIfAborted()
      comparisons.push({ ...names, metric, set, ...compareEvaluations(pair, { metric, seed, weights }) })
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
