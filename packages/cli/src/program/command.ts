import type { ExitCode } from '../exit-codes.ts'
import type { CliHost } from '../host.ts'
import type { Output } from '../terminal/output.ts'
import type { CommonOptions } from './options.ts'

/** What every command works with. */
export interface CommandContext {
  readonly host: CliHost
  readonly output: Output
}

/** Runs what a command line chose. */
export type Start = (
  options: CommonOptions,
  run: (context: CommandContext) => Promise<ExitCode | undefined>,
) => Promise<void>
