import { formatLintReport, type LintReport, lintCatalog, STARTER_SET } from '@toolscout/evaluation'
import { readCatalogs, type TableFormat } from '@toolscout/evaluation/internal'
import {
  type CommandTools,
  type EvaluationSurroundings,
  runEvaluationCommand,
} from '../command/evaluation-command.ts'
import { requireWritable } from '../command/require-writable.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { HELP, type LintCommandOptions, parseLintOptions } from './options.ts'

/** With `--strict`, when there is a finding of severity error. */
const FOUND_ERRORS = 1

/** Runs `lint:catalog` and gives its exit code. */
export async function runLintCommand(
  parameters: readonly string[],
  surroundings: EvaluationSurroundings,
): Promise<number> {
  let isRefused = false
  const exitCode = await runEvaluationCommand(surroundings, async (tools) => {
    const options = parseLintOptions(parameters)
    if (options.isHelp) return tools.print(HELP)
    requireWritable(options)
    const report = await lint(options, tools)
    const provenance = describeRun('lint:catalog', parameters, tools.now())
    const write = (format: TableFormat): string =>
      `${formatLintReport(report, { format, examples: options.examples })}\n${formatProvenance(provenance)}`
    await writeOutputs(options, { json: { ...report, ...provenance }, markdown: write('markdown') })
    tools.print(write('text'))
    isRefused = options.isStrict && report.findings.some(({ severity }) => severity === 'error')
  })
  return isRefused ? FOUND_ERRORS : exitCode
}

async function lint(
  { catalog }: LintCommandOptions,
  { note, progress, signal }: CommandTools,
): Promise<LintReport> {
  if (catalog === undefined)
    note('No --catalog is given; these are the tools of the small set of the repository.')
  const tools = await readCatalogs(catalog ?? STARTER_SET)
  progress.show(`${tools.length} tools`)
  const onProgress = (answered: number): void => progress.show(`${tools.length} tools, ${answered} searches`)
  const report = await lintCatalog(tools, { onProgress, signal })
  progress.clear()
  return report
}
