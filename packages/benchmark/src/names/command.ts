import { createCatalogSearch, createProbes, evaluateProbes, STARTER_SET } from '@toolscout/evaluation'
import {
  type ArmEvaluation,
  formatNumber,
  formatTable,
  readCatalogs,
  type TableFormat,
} from '@toolscout/evaluation/internal'
import { quote } from '@toolscout/model/internal'
import {
  type CommandTools,
  type EvaluationSurroundings,
  runEvaluationCommand,
} from '../command/evaluation-command.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { HELP, type NamesOptions, parseNamesOptions } from './options.ts'

/** Runs `bench:names` and gives its exit code. */
export async function runNamesCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const options = parseNamesOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const { catalog, arms } = await measureNames(options, tools)
    const provenance = describeRun('bench:names', parameters, tools.now())
    const write = (format: TableFormat): string =>
      `${formatArms(arms, format)}\n${formatMisses(arms)}${catalog} tools. ${formatProvenance(provenance)}`
    await writeOutputs(options, {
      json: { tools: catalog, arms: arms.map(toJson), ...provenance },
      markdown: write('markdown'),
    })
    tools.print(write('text'))
  })
}

async function measureNames(
  { folder, seed, limit, misses }: NamesOptions,
  { note, progress, signal }: CommandTools,
): Promise<{ readonly catalog: number; readonly arms: readonly ArmEvaluation[] }> {
  if (folder === undefined)
    note('No --catalogs is given; these are the tools of the small set of the repository.')
  const tools = await readCatalogs(folder ?? STARTER_SET)
  const { search, failures } = createCatalogSearch(tools)
  if (failures.length > 0) note(`${failures.length} tools cannot be registered, the first: ${failures[0]}`)
  const arms = createProbes(tools, { seed, limit })
  const total = arms.reduce((sum, { probes }) => sum + probes.length, 0)
  const onProgress = (answered: number): void => progress.show(`${answered} of ${total} probes`)
  const evaluations = await evaluateProbes(arms, search, { misses, onProgress, signal })
  progress.clear()
  return { catalog: tools.length, arms: evaluations }
}

function toJson({ arm, probes, metric, rate, hits, literalRate, misses }: ArmEvaluation): object {
  return {
    name: arm,
    probes,
    metric,
    rate,
    hits,
    ...(literalRate === undefined ? {} : { literalRate }),
    misses,
  }
}

function formatArms(arms: readonly ArmEvaluation[], format: TableFormat): string {
  const rows = arms.map(({ arm, probes, metric, rate, literalRate }) => [
    arm,
    `${probes}`,
    metric,
    probes === 0 ? '–' : formatNumber(rate, 4),
    formatNumber(literalRate, 4),
  ])
  return formatTable({ titles: ['arm', 'probes', 'metric', 'rate', 'the very name'], rows }, format)
}

function formatMisses(arms: readonly ArmEvaluation[]): string {
  const listIds = (ids: readonly string[]): string => ids.map(quote).join(', ') || 'nothing'
  const lines = arms.flatMap(({ arm, misses }) =>
    misses.map(
      ({ text, expected, found }) =>
        `- ${arm}: ${quote(text)} should find ${listIds(expected)}; found ${listIds(found)}\n`,
    ),
  )
  return lines.length === 0 ? '' : `${lines.join('')}\n`
}
