import { STARTER_SET } from '@toolscout/evaluation'
import { readCatalogs, type TableFormat } from '@toolscout/evaluation/internal'
import { type EvaluationSurroundings, runEvaluationCommand } from '../command/evaluation-command.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { measurePoison } from './measure-poison.ts'
import { HELP, parsePoisonOptions } from './options.ts'
import { formatPoison } from './report.ts'

/** Runs `bench:poison` and gives its exit code. */
export async function runPoisonCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  return runEvaluationCommand(surroundings, async ({ print, note, progress, now }) => {
    const options = parsePoisonOptions(parameters)
    if (options.isHelp) return print(HELP)
    requireWritable(options)
    if (options.benign === undefined) {
      note('No --benign is given; the honest tools are those of the small set of the repository.')
    }
    const honest = await readCatalogs(options.benign ?? STARTER_SET)
    const figures = await measurePoison(honest, (round) => progress.show(`round ${round + 1}`))
    progress.clear()
    const provenance = describeRun('bench:poison', parameters, now())
    const write = (format: TableFormat): string =>
      `${formatPoison(figures, format)}\n${formatProvenance(provenance)}`
    await writeOutputs(options, { json: { ...figures, ...provenance }, markdown: write('markdown') })
    print(write('text'))
  })
}
