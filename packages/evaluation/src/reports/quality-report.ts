import { checkOptions } from '@toolscout/model/internal'
import { DEFAULT_METRICS } from '../metrics/metrics.ts'
import type { MetricValues } from '../runs/run.ts'
import type { SearchEvaluation } from '../searching/evaluate-search.ts'
import { weightedMean } from '../statistics/numbers.ts'
import type { CompareOptions } from './compare-evaluations.ts'
import { formatNumber, formatTable, type TableFormat } from './table.ts'

/** Quality and cost by name: the default metrics, the three figures of an evaluation, then other metrics. */
export interface QualityMetrics {
  /** Means over the queries that some tool answers. */
  readonly [metric: string]: number | undefined
  readonly msPerQuery: number
  readonly falseReturnRate: number
  /** Absent when tokens were not counted. */
  readonly tokensPerAnswer?: number
}

/** One search on one set. */
export interface QualityRow {
  /** The set. */
  readonly name: string
  readonly searcher: string
  readonly tools: number
  readonly queries: number
  readonly metrics: QualityMetrics
  /** Queries that no tool answers. */
  readonly unanswerable: number
}

/** Searches on sets. Plain data: `JSON.stringify` writes it. */
export interface QualityReport {
  /** In the order of the evaluations. */
  readonly sets: readonly QualityRow[]
  /** Means over the sets, each as often as its weight says, by searcher. */
  readonly means: { readonly [searcher: string]: QualityMetrics }
}

/**
 * Sums up evaluations of any number of sets and searches. Sets count alike in the means, unless `weights` says of some
 * how often they count.
 *
 * @throws RangeError when a weight is not above 0, TypeError for an unknown option.
 */
export function createQualityReport(
  evaluations: readonly SearchEvaluation[],
  options: Pick<CompareOptions, 'weights'> = {},
): QualityReport {
  checkOptions('the options of createQualityReport', options, { weights: 'object' })
  const { weights = {} } = options
  const sets = evaluations.map(toRow)
  const searchers = [...new Set(sets.map(({ searcher }) => searcher))]
  return {
    sets,
    means: Object.fromEntries(
      searchers.map((name) => [
        name,
        meanMetrics(
          sets.filter(({ searcher }) => searcher === name),
          weights,
        ),
      ]),
    ),
  }
}

/** Digits behind the point, where three are not right. */
const DIGITS: { readonly [metric: string]: number } = { tokensPerAnswer: 0 }

/** Writes a report as a table: a row for each set and search, then the means where there are several sets. */
export function formatQualityReport({ sets, means }: QualityReport, format: TableFormat): string {
  const metrics = Object.keys(sets[0]?.metrics ?? {})
  const cells = (values: QualityMetrics): readonly string[] =>
    metrics.map((metric) => formatNumber(values[metric], DIGITS[metric]))
  const rows = sets.map(({ name, searcher, tools, queries, metrics: values }) => [
    name,
    searcher,
    `${tools}`,
    `${queries}`,
    ...cells(values),
  ])
  const hasSeveral = new Set(sets.map(({ name }) => name)).size > 1
  const meanRows = Object.entries(means).map(([searcher, values]) => [
    'mean',
    searcher,
    '–',
    '–',
    ...cells(values),
  ])
  return formatTable(
    {
      titles: ['set', 'searcher', 'tools', 'queries', ...metrics],
      rows: hasSeveral ? [...rows, ...meanRows] : rows,
    },
    format,
  )
}

function toRow(evaluation: SearchEvaluation): QualityRow {
  const { set, run, tools, queries, means, msPerQuery, falseReturnRate, tokensPerAnswer } = evaluation
  return {
    name: set,
    searcher: run.name,
    tools,
    queries,
    metrics: {
      ...pickDefaults(means),
      msPerQuery,
      falseReturnRate,
      ...(tokensPerAnswer === undefined ? {} : { tokensPerAnswer }),
      ...means,
    },
    unanswerable: evaluation.unanswerable,
  }
}

function pickDefaults(means: MetricValues): MetricValues {
  const present = DEFAULT_METRICS.filter((name) => means[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, means[name] as number]))
}

function meanMetrics(
  rows: readonly QualityRow[],
  weights: { readonly [set: string]: number },
): QualityMetrics {
  const names = Object.keys(rows[0]?.metrics ?? {})
  return Object.fromEntries(
    names.map((metric) => {
      const measured = rows.filter(({ metrics }) => metrics[metric] !== undefined)
      const values = measured.map(({ metrics }) => metrics[metric] ?? 0)
      const counts = measured.map(({ name }) => weights[name] ?? 1)
      return [metric, weightedMean(values, counts)]
    }),
  ) as QualityMetrics
}
