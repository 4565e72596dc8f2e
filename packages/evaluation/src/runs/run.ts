import { compareHits, type Hit } from '@toolscout/model'
import { checkOptions } from '@toolscout/model/internal'
import type { Judgments } from '../judgments/judgments.ts'
import { type NamedText, parseRows } from '../judgments/lines.ts'
import { DEFAULT_METRICS, parseMetric } from '../metrics/metrics.ts'
import { mean } from '../statistics/numbers.ts'

/** A tool in a ranking. */
export type RankedTool = Pick<Hit, 'id' | 'score'>

/** What a search gave for every query of a set. */
export interface Run {
  /** What made it, such as `toolscout`. */
  readonly name: string
  /** Tools by query id, in the order of {@link toRanking}. */
  readonly rankings: ReadonlyMap<string, readonly RankedTool[]>
}

/**
 * Hits as they are measured: score descending, ties by id ascending, each id once with its best score. Rankings of
 * different searches are then cut from the same cloth, whatever each does with ties.
 */
export function toRanking(hits: readonly RankedTool[]): readonly RankedTool[] {
  const seen = new Set<string>()
  return hits
    .map(({ id, score }) => ({ id, score }))
    .sort(compareHits)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}

const HEADER = 'query-id\ttool-id\trank\tscore'

/** Writes a run as lines of query id, tool id, rank from 1 and score, tabs between them, below a line of names. */
export function formatRun({ rankings }: Run): string {
  const lines = [...rankings].flatMap(([query, ranking]) =>
    ranking.map(({ id, score }, i) => [query, id, i + 1, score].join('\t')),
  )
  return [HEADER, ...lines, ''].join('\n')
}

/**
 * Reads what {@link formatRun} wrote, or a run of anybody in that form; the first line may be one of names. The order
 * is that of the scores, not of the lines or ranks.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseRun(name: string, text: NamedText): Run {
  const found = new Map<string, RankedTool[]>()
  for (const { cells, value } of parseRows(text, ['query id', 'tool id', 'rank', 'score'])) {
    const [query = '', id = ''] = cells
    const ranking = found.get(query) ?? []
    ranking.push({ id, score: value })
    found.set(query, ranking)
  }
  return { name, rankings: new Map([...found].map(([query, ranking]) => [query, toRanking(ranking)])) }
}

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
 * @throws RangeError for a metric there is none of, TypeError for an unknown option.
 */
export function evaluateRun(
  { queries }: Pick<Judgments, 'queries'>,
  run: Run,
  options: EvaluateRunOptions = {},
): RunEvaluation {
  checkOptions('the options of evaluateRun', options, { metrics: 'list' })
  const { metrics = DEFAULT_METRICS } = options
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
