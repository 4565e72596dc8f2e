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
  type RequestCost,
} from './measure-reranking.ts'
import { HELP, parseRerankOptions } from './options.ts'

const METRICS: readonly string[] = ['ndcg@10', 'recall@5', 'hit@1']
/** The stream of random numbers that mistakes are drawn from. */
const MISTAKES = 1

/** What the requests of one set cost. */
interface CostRow {
  readonly name: string
  readonly requests: number
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
      costs.push(toCostRow(set.name, measured.costs))
    }
    const report = createQualityReport(evaluations, { weights })
    const provenance = describeRun('bench:rerank', parameters, tools.now())
    const write = (format: TableFormat): string =>
      [formatRankings(report, format), formatCosts(costs, format), formatProvenance(provenance)].join('\n')
    await writeOutputs(options, { json: { ...report, costs, ...provenance }, markdown: write('markdown') })
    tools.print(write('text'))
  })
}

function toCostRow(name: string, costs: readonly RequestCost[]): CostRow {
  const inputs = costs.map(({ inputTokens }) => inputTokens).sort((a, b) => a - b)
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    name,
    requests: costs.length,
    candidates: mean(costs.map(({ candidates }) => candidates)),
    inputMean: mean(inputs),
    inputP95: inputs[Math.ceil(0.95 * inputs.length) - 1] ?? 0,
    inputMax: inputs.at(-1) ?? 0,
    outputMean: mean(costs.map(({ outputTokens }) => outputTokens)),
  }
}

/** Quality before and after, and the share of mistakes with which as many first hits are right as before. */
function formatRankings({ sets, means }: QualityReport, format: TableFormat): string {
  const rows = [
    ...sets,
    ...Object.entries(means).map(([searcher, metrics]) => ({ name: 'mean', searcher, metrics })),
  ]
  const names = [...new Set(sets.map(({ name }) => name))]
  const shown = names.length > 1 ? [...names, 'mean'] : names
  const arms = [FIRST_RANKING, ...ERROR_RATES.map(oracleName)]
  const figureOf = (set: string, arm: string, metric: string): number | undefined =>
    rows.find(({ name, searcher }) => name === set && searcher === arm)?.metrics[metric]
  const table = shown.flatMap((set) =>
    METRICS.map((metric) => {
      const before = figureOf(set, FIRST_RANKING, metric) ?? 0
      const ceiling = figureOf(set, oracleName(0), metric) ?? 0
      const evens = metric === 'hit@1' && ceiling > 0 ? formatNumber(1 - before / ceiling) : '–'
      return [set, metric, ...arms.map((arm) => formatNumber(figureOf(set, arm, metric))), evens]
    }),
  )
  return formatTable({ titles: ['set', 'metric', ...arms, 'breaks even'], rows: table }, format)
}

function formatCosts(costs: readonly CostRow[], format: TableFormat): string {
  const titles = ['set', 'requests', 'candidates', 'tokens in: mean', '95 %', 'most', 'tokens out: mean']
  const rows = costs.map((cost) => [
    cost.name,
    `${cost.requests}`,
    formatNumber(cost.candidates, 1),
    formatNumber(cost.inputMean, 0),
    `${cost.inputP95}`,
    `${cost.inputMax}`,
    formatNumber(cost.outputMean, 1),
  ])
  return formatTable({ titles, rows }, format)
}
