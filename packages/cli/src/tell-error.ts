import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { CliUsageError } from './errors.ts'
import { EXIT_CODES, type ExitCode, exitCodeOf } from './exit-codes.ts'
import type { CliHost } from './host.ts'
import { toJsonText } from './terminal/output.ts'
import { createPalette } from './terminal/palette.ts'
import { shown } from './terminal/shown.ts'

/** Longest message of an error, in code points. */
const MAX_MESSAGE = 2_000

/** Says what went wrong, once, in the form that was asked for, and gives the exit code. */
export function tellError(error: unknown, host: CliHost, isJson: boolean): ExitCode {
  const exitCode = exitCodeOf(error)
  if (isJson) giveError(error, host, exitCode)
  const { red } = createPalette(host.stderr, host.env)
  host.stderr.write(`${red('error')}: ${shown(messageOf(error), MAX_MESSAGE)}\n`)
  return exitCode
}

/** Says what is wrong with a command line whose text was written already. */
export function tellUsage(message: string, host: CliHost): void {
  giveError(new CliUsageError(message.replace(/^error: /, '')), host, EXIT_CODES.usage)
}

function giveError(error: unknown, { stdout }: CliHost, exitCode: ExitCode): void {
  const code = error instanceof ToolscoutError ? error.code : 'INTERNAL'
  const suggestions = error instanceof ToolscoutError ? readSuggestions(error.details) : []
  const message = shown(messageOf(error), MAX_MESSAGE)
  const report = { code, message, ...(suggestions.length === 0 ? {} : { suggestions }) }
  stdout.write(`${toJsonText({ error: report, exitCode })}\n`)
}

function readSuggestions(details: unknown): readonly string[] {
  const given = typeof details === 'object' && details !== null ? Reflect.get(details, 'suggestions') : []
  return Array.isArray(given) ? given.map(String) : []
}
