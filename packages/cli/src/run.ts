import { CommanderError } from 'commander'
import type { ExitCode } from './errors.ts'
import type { CliHost } from './host.ts'
import { createProgram } from './program/program.ts'
import type { Output } from './terminal/output.ts'

/**
 * Runs one command line, without the name of the program, and resolves with the exit code. Never rejects. Everything it
 * starts has ended by then.
 */
export async function runToolscout(args: readonly string[], host: CliHost): Promise<ExitCode> {
  const isJson = asksForJson(args)
  let exitCode: ExitCode = 0
  let output: Output | undefined
  try {
    const program = createProgram(async (options, run) => {
      const { createOutput } = await import('./terminal/output.ts')
      output = createOutput(host, { isJson, isQuiet: options.quiet === true })
      exitCode = (await run({ host, output })) ?? 0
    })
    for (const command of [program, ...program.commands]) {
      command.exitOverride().configureOutput({
        writeOut: (text) => host.stdout.write(text),
        writeErr: (text) => host.stderr.write(text),
        getOutHelpWidth: () => host.stdout.columns ?? 100,
        getErrHelpWidth: () => host.stderr.columns ?? 100,
      })
    }
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (host.signal.aborted) return host.signal.reason === 'SIGTERM' ? 143 : 130
    const isUsage = error instanceof CommanderError
    // Commander reports help and the version this way; nothing else is loaded for them.
    if (isUsage && error.exitCode === 0) return 0
    const { tellError, tellUsage } = await import('./errors.ts')
    if (!isUsage) return tellError(error, host, isJson && output?.hasGiven !== true)
    if (isJson) tellUsage(error.message, host)
    return 2
  }
}

/** Known before the command line is parsed, since its mistakes are reported in the requested form. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}
