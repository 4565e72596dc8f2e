import type { TableFormat } from '@toolscout/evaluation/internal'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import { readSets } from '../command/read-sets.ts'
import { requireWritable } from '../command/require-writable.ts'
import { parseSetOptions } from '../command/set-options.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { HELP } from './help.ts'
import { measureAttacks } from './measure-attacks.ts'
import { formatAttacks, meanAttacks } from './report.ts'

/** Runs `bench:attacks` and gives its exit code. */
export async function runAttacksCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async (tools) => {
    const options = parseSetOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const sets = await measureAttacks(await readSets(options, tools), options.seed, tools)
    const provenance = describeRun('bench:attacks', parameters, tools.now())
    const write = (format: TableFormat): string =>
      `${formatAttacks(sets, format)}\n${formatProvenance(provenance)}`
    await writeOutputs(options, {
      json: { sets, means: meanAttacks(sets), ...provenance },
      markdown: write('markdown'),
    })
    tools.print(write('text'))
  })
}
