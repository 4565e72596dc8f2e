import type { Judgments } from '../judgments/judgments.ts'
import { DEFAULT_METRICS, parseMetric } from '../metrics/metrics.ts'
import type { Run } from './run.ts'

/** Values by the name of their metric. */
export type MetricValues = { readonly [metric: string]: number }

/** How good a run is. */
export interface RunEvaluation {
  /** Means over {@link perQuery}; 0 when there is none. */
  readonly means: MetricValues
  /** Values of every query that some tool answers, by query id, in the order of the set. */
  readonly perQuery: ReadonlyMap<string, MetricValues>
}

/** Options of {@link evaluateRun}. */
export interface EvaluateRunOptions {
  /** Names of {@link parseMetric}. Default: `DEFAULT_METRICS`. */
  readonly metrics?: readonly string[] | undefined
}

/**
 * Measures a run. A query the run does not know counts as one that found nothing; queries that nothing answers have
 * no value, so that they do not move the means.
 *
 * @throws RangeError for a metric there is none of.
 */
export function evaluateRun(
  { queries }: Pick<Judgments, 'queries'>,
  run: Run,
  { metrics = DEFAULT_METRICS }: EvaluateRunOptions = {},
): RunEvaluation {
  const measures = metrics.map((name) => [name, parseMetric(name)] as const)
  const perQuery = new Map<string, MetricValues>()
  for (const { id, relevance } of queries) {
    if (relevance.size === 0) continue
    const ranking = (run.rankings.get(id) ?? []).map((tool) => tool.id)
    perQuery.set(id, Object.fromEntries(measures.map(([name, metric]) => [name, metric(ranking, relevance)])))
  }
  return { means: meanValues([...perQuery.values()], metrics), perQuery }
}

/** The mean of each metric; 0 for no values. */
function meanValues(values: readonly MetricValues[], metrics: readonly string[]): MetricValues {
  return Object.fromEntries(metrics.map((name) => [name, mean(values.map((value) => value[name] ?? 0))]))
}

/** The arithmetic mean; 0 for no numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
