import { ToolscoutError } from '@toolscout/model'
import { createProgress, type Progress } from './progress.ts'

/** What a command of the evaluation talks to. */
export interface EvaluationSurroundings {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>
  readonly stderr: Parameters<typeof createProgress>[0]
  /** The time the report is dated with. */
  readonly now: () => Date
  /** Ends the command when it aborts; nothing is written then. */
  readonly signal: AbortSignal
}

/** What the work of a command is given. */
export interface CommandTools {
  /** Writes to the report that is printed. */
  readonly print: (text: string) => void
  /** Writes a line that is no part of the report. */
  readonly note: (line: string) => void
  readonly progress: Progress
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** As shells tell of a program that was interrupted: 128 and the number of the signal. */
const INTERRUPTED = 130

/**
 * Runs the work of a command and gives its exit code: 0, 2 with one line on stderr for a wrong command line or a
 * file that cannot be read, 130 when it was interrupted.
 */
export async function runEvaluationCommand(
  { stdout, stderr, now, signal }: EvaluationSurroundings,
  work: (tools: CommandTools) => Promise<void>,
): Promise<number> {
  const progress = createProgress(stderr)
  try {
    await work({
      print: (text) => void stdout.write(text),
      note: (line) => void stderr.write(`${line}\n`),
      progress,
      now,
      signal,
    })
    return 0
  } catch (error) {
    progress.clear()
    if (signal.aborted) return INTERRUPTED
    if (!(error instanceof RangeError || error instanceof ToolscoutError)) throw error
    stderr.write(`${error.message}\n`)
    return 2
  }
}

/** The surroundings of this process; the first Ctrl-C ends the work, a second one the process. */
export function processSurroundings(): EvaluationSurroundings {
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => new Date(),
    signal: interruption.signal,
  }
}
