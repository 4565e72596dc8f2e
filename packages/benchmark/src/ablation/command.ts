import { createQualityReport } from '@toolscout/evaluation'
import type { TableFormat } from '@toolscout/evaluation/internal'
import { parseCommandLine } from '../command/command-line.ts'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import { readSets } from '../command/read-sets.ts'
import { readWeights, requireKnownSets } from '../command/read-weights.ts'
import { requireWritable } from '../command/require-writable.ts'
import { readSetOptions, SET_KINDS } from '../command/set-options.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { compareSearchers } from '../quality/compare-searchers.ts'
import { measureSets } from '../quality/measure-sets.ts'
import { HELP } from './help.ts'
import { createAblationRows, formatAblation, RANKING_METRIC, SHARE_METRIC } from './report.ts'
import { VARIANTS } from './variants.ts'

const METRICS: readonly string[] = [RANKING_METRIC, SHARE_METRIC]

/** Runs `bench:ablation` and gives its exit code. */
export async function runAblationCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const given = parseCommandLine(parameters, { weight: 'texts', ...SET_KINDS })
    const options = readSetOptions(given)
    const weights = readWeights(given.texts('weight'))
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const sets = await readSets(options, tools)
    requireKnownSets(
      weights,
      sets.map(({ name }) => name),
    )
    const plan = { searchesOf: () => VARIANTS, metrics: METRICS, countsTokens: false }
    const evaluations = await measureSets(sets, plan, tools)
    tools.progress.show('comparing')
    const { seed } = options
    const comparisons = await compareSearchers(evaluations, {
      metrics: METRICS,
      seed,
      weights,
      signal: tools.signal,
    })
    tools.progress.clear()
    const rows = createAblationRows(createQualityReport(evaluations, { weights }), {
      evaluations,
      comparisons,
    })
    const provenance = describeRun('bench:ablation', parameters, tools.now())
    const write = (format: TableFormat): string =>
      `${formatAblation(rows, format)}\n${formatProvenance(provenance)}`
    await writeOutputs(options, {
      json: { searchers: rows, comparisons, ...provenance },
      markdown: write('markdown'),
    })
    tools.print(write('text'))
  })
}
