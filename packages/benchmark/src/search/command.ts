import { writeFile } from 'node:fs/promises'
import { ToolscoutError } from '@toolscout/model'
import { describeMachine } from '../command/machine.ts'
import { createProgress } from '../command/progress.ts'
import { requireWritable } from '../command/require-writable.ts'
import { readRealText } from '../corpus/read-real-text.ts'
import type { RealText } from '../corpus/recombine-tools.ts'
import { formatMarkdown, type Report } from './markdown.ts'
import { type BenchmarkOptions, HELP, parseOptions } from './options.ts'
import { runBenchmark } from './run-benchmark.ts'
import type { RunJob } from './run-job.ts'

/** What the command talks to. */
export interface CommandSurroundings {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>
  readonly stderr: Parameters<typeof createProgress>[0]
  readonly runJob: RunJob
  /** The time the report is dated with. */
  readonly now: () => Date
}

/** Runs the command line and gives its exit code: 0, 1 when a job failed, 2 when the command line is wrong. */
export async function runCommand(
  parameters: readonly string[],
  { stdout, stderr, runJob, now }: CommandSurroundings,
): Promise<number> {
  let options: BenchmarkOptions
  let text: RealText | undefined
  try {
    options = parseOptions(parameters)
    requireWritable(options)
    if (!options.isHelp && !options.isGenerated)
      text = await readRealText(options.folders, options.seed, options.catalogs)
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ToolscoutError)) throw error
    stderr.write(`${error.message}\n`)
    return 2
  }
  if (options.isHelp) {
    stdout.write(HELP)
    return 0
  }
  const { problems, ...figures } = await runBenchmark(options, {
    text,
    runJob,
    progress: createProgress(stderr),
  })
  const report: Report = {
    machine: describeMachine(),
    date: now().toISOString(),
    seed: options.seed,
    command: ['npm run bench:search --', ...parameters].join(' '),
    ...figures,
  }
  const markdown = formatMarkdown(report)
  if (options.jsonFile !== undefined)
    await writeFile(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`)
  if (options.markdownFile !== undefined) await writeFile(options.markdownFile, markdown)
  stdout.write(markdown)
  for (const problem of problems) stderr.write(`${problem}\n`)
  return problems.length === 0 ? 0 : 1
}
