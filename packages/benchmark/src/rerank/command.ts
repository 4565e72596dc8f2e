import { createQualityReport } from '@toolscout/evaluation'
import {
  formatNumber,
  formatTable,
  type QualityReport,
  type TableFormat,
} from '@toolscout/evaluation/internal'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import { readSets } from '../command/read-sets.ts'
import { requireKnownSets } from '../command/read-weights.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { createRandom } from '../corpus/random.ts'
import {
  ERROR_RATES,
  FIRST_RANKING,
  measureReranking,
  oracleName,
  type Reranking,
  SPARED,
} from './measure-reranking.ts'
import { HELP, parseRerankOptions } from './options.ts'

const METRICS: readonly string[] = ['ndcg@10', 'recall@5', 'hit@1']
/** The stream of random numbers that mistakes are drawn from. */
const MISTAKES = 1

/** What the requests of one set cost. */
interface CostRow {
  readonly name: string
  readonly requests: number
  /** Share of the queries whose first verdict is `strong`. */
  readonly strong: number
  readonly candidates: number
  readonly inputMean: number
  readonly inputP95: number
  readonly inputMax: number
  readonly outputMean: number
}

/** Runs `bench:rerank` and gives its exit code. */
export async function runRerankCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const options = parseRerankOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const { weights } = options
    const sets = await readSets(options, tools)
    requireKnownSets(
      weights,
      sets.map(({ name }) => name),
    )
    const random = createRandom(options.seed, MISTAKES)
    const evaluations = []
    const costs: CostRow[] = []
    for (const set of sets) {
      const measured = await measureReranking(set, METRICS, () => random.next(), tools)
      tools.progress.clear()
      evaluations.push(...measured.evaluations)
      costs.push(toCostRow(set.name, measured))
    }
    const report = createQualityReport(evaluations, { weights })
    const provenance = describeRun('bench:rerank', parameters, tools.now())
    const write = (format: TableFormat): string =>
      `${formatReranking(report, costs, format)}\n${formatProvenance(provenance)}`
    await writeOutputs(options, { json: { ...report, costs, ...provenance }, markdown: write('markdown') })
    tools.print(write('text'))
  })
}

function toCostRow(name: string, { costs, strong }: Reranking): CostRow {
  const inputs = costs.map(({ inputTokens }) => inputTokens).sort((a, b) => a - b)
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    name,
    requests: costs.length,
    strong,
    candidates: mean(costs.map(({ candidates }) => candidates)),
    inputMean: mean(inputs),
    inputP95: inputs[Math.ceil(0.95 * inputs.length) - 1] ?? 0,
    inputMax: inputs.at(-1) ?? 0,
    outputMean: mean(costs.map(({ outputTokens }) => outputTokens)),
  }
}

/**
 * A row a set: nDCG@10 and the share of right first hits by each, the share of mistakes with which as many first hits
 * are right as before, and what requests cost.
 */
function formatReranking(
  { sets, means }: QualityReport,
  costs: readonly CostRow[],
  format: TableFormat,
): string {
  const arms = [FIRST_RANKING, ...ERROR_RATES.map(oracleName), SPARED]
  const rowOf = (name: string, metricsOf: (arm: string) => MetricsOfRow): readonly string[] => {
    const cells = arms.map((arm) => {
      const metrics = metricsOf(arm)
      return `${shortNumber(metrics?.['ndcg@10'])} / ${shortNumber(metrics?.['hit@1'])}`
    })
    const before = metricsOf(FIRST_RANKING)?.['hit@1'] ?? 0
    const ceiling = metricsOf(oracleName(0))?.['hit@1'] ?? 0
    const evens = ceiling > 0 ? `${(100 * (1 - before / ceiling)).toFixed(0)} %` : '–'
    const cost = costs.find((one) => one.name === name)
    const spent =
      cost === undefined
        ? ['–', '–', '–']
        : [
            `${(100 * cost.strong).toFixed(0)} %`,
            `${cost.inputMean.toFixed(0)}, ${cost.inputP95}, ${cost.inputMax}`,
            formatNumber(cost.outputMean, 1),
          ]
    return [name, ...cells, evens, ...spent]
  }
  const names = [...new Set(sets.map(({ name }) => name))]
  const rows = names.map((set) =>
    rowOf(set, (arm) => sets.find(({ name, searcher }) => name === set && searcher === arm)?.metrics),
  )
  if (names.length > 1) rows.push(rowOf('mean', (arm) => means[arm]))
  const costTitles = ['breaks even', 'strong', 'tokens in: mean, 95 %, most', 'out']
  return formatTable({ titles: ['nDCG@10 / first right', ...arms, ...costTitles], rows }, format)
}

type MetricsOfRow = QualityReport['means'][string] | undefined

/** Three digits behind a bare point. */
function shortNumber(value: number | undefined): string {
  return formatNumber(value).replace(/^0\./, '.')
}
