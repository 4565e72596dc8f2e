import { ToolscoutError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import type { ListingFailure } from './catalog/cache-folder.ts'
import type { CliHost } from './host.ts'
import { shown } from './terminal/columns.ts'
import { createPalette, toJsonText } from './terminal/output.ts'

/** `CLI_USAGE`: the command line cannot be used as it is; nothing was done. */
export class CliUsageError extends ToolscoutError<{
  /** What was given, as far as it is no secret. */
  readonly given: string
}> {
  constructor(message: string, given = '') {
    super('CLI_USAGE', message, { details: { given } })
  }
}

/** `NO_SERVERS`: no configuration names a server, so there are no tools. */
export class NoServersError extends ToolscoutError<{
  /** Files that were looked for. */
  readonly looked: readonly string[]
}> {
  constructor(message: string, looked: readonly string[]) {
    super('NO_SERVERS', message, { details: { looked } })
  }
}

/** `CONFIG_FILE_INVALID`: a file of settings cannot be used: unread, unsafe, or not to be changed. */
export class ConfigFileError extends ToolscoutError<{ readonly file: string }> {
  constructor(message: string, file: string, cause?: unknown) {
    super('CONFIG_FILE_INVALID', message, { details: { file }, cause })
  }
}

/** `CATALOG_FILE_INVALID`: a file given as a catalog holds no tools in a form that is known. */
export class CatalogFileError extends ToolscoutError<{ readonly file: string }> {
  constructor(message: string, file: string, cause?: unknown) {
    super('CATALOG_FILE_INVALID', message, { details: { file }, cause })
  }
}

/** `PINS_FILE_INVALID`: which definitions are trusted cannot be read. */
export class PinsFileError extends ToolscoutError<{ readonly file: string }> {
  constructor(file: string, problem: string, cause?: unknown) {
    super(
      'PINS_FILE_INVALID',
      `Which definitions are trusted cannot be read from ${file}: ${problem}. Use the version of toolscout that wrote it, or delete its folder: then the state before it counts, without what was approved since.`,
      { details: { file }, cause },
    )
  }
}

/** `TOOL_HELD`: a tool cannot be called until its definition is approved. */
export class ToolHeldError extends ToolscoutError<{ readonly id: string }> {
  constructor(id: string) {
    super(
      'TOOL_HELD',
      `${quote(id)} is not called until its definition is approved: it is not the one that was trusted, or none was yet. "toolscout pins --refresh" shows it.`,
      { details: { id } },
    )
  }
}

/** `NOT_CACHED`: no server may be asked, and nothing is kept of these. */
export class NotCachedError extends ToolscoutError<object> {
  constructor() {
    const message =
      'Nothing is kept of these servers yet, and --offline asks none. Run the command once without it.'
    super('NOT_CACHED', message, { details: {} })
  }
}

/** `SERVERS_UNREACHABLE`: of all servers that are configured, none could be listed. */
export class ServersUnreachableError extends ToolscoutError<{
  /** Why, one for each server. */
  readonly failures: readonly ListingFailure[]
}> {
  constructor(failures: readonly ListingFailure[]) {
    const [first] = failures
    const others = failures.length === 1 ? '' : ` (and ${failures.length - 1} more)`
    super('SERVERS_UNREACHABLE', `No server could be listed: ${first?.message ?? ''}${others}`, {
      details: { failures },
    })
  }
}

/** `GATE_FAILED`: a check was not passed; everything was printed before. */
export class GateFailedError extends ToolscoutError<{
  /** What was not passed, a sentence each. */
  readonly problems: readonly string[]
}> {
  constructor(message: string, problems: readonly string[]) {
    super('GATE_FAILED', message, { details: { problems } })
  }
}

/** How a process of the command ends; `docs/cli.md` has a line for each. Stable across releases. */
export const EXIT_CODES: {
  readonly ok: 0
  /** Something failed that none of the others says, such as a tool that answered with a failure of its own. */
  readonly failure: 1
  /** The command line, or the arguments of a tool, cannot be used. Nothing was done. */
  readonly usage: 2
  /** A configuration cannot be read, lacks a variable, or names no server. */
  readonly config: 3
  /** No tool or server of this name. */
  readonly notFound: 4
  /** A server that was needed could not be started or reached, or did not answer in time. */
  readonly unreachable: 5
  /** A check was not passed: `eval` against its baseline or bounds, `lint`, `tokens`; a definition that is not trusted. */
  readonly gate: 6
  /** A server wants an authorization that is not there. */
  readonly auth: 7
  /** Ctrl-C. */
  readonly interrupted: 130
  /** SIGTERM. */
  readonly terminated: 143
} = Object.freeze({
  ok: 0,
  failure: 1,
  usage: 2,
  config: 3,
  notFound: 4,
  unreachable: 5,
  gate: 6,
  auth: 7,
  interrupted: 130,
  terminated: 143,
})

/** One of {@link EXIT_CODES}. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

const BY_ERROR: Readonly<Record<string, ExitCode>> = {
  CLI_USAGE: EXIT_CODES.usage,
  CATALOG_FILE_INVALID: EXIT_CODES.config,
  CONFIG_FILE_INVALID: EXIT_CODES.config,
  MCP_CONFIG_INVALID: EXIT_CODES.config,
  MCP_VARIABLE_MISSING: EXIT_CODES.config,
  NO_SERVERS: EXIT_CODES.config,
  PINS_FILE_INVALID: EXIT_CODES.config,
  EVALUATION_FILE_MISSING: EXIT_CODES.config,
  INVALID_EVALUATION_FILE: EXIT_CODES.config,
  TOOL_NOT_FOUND: EXIT_CODES.notFound,
  SERVER_NOT_FOUND: EXIT_CODES.notFound,
  NOT_CACHED: EXIT_CODES.unreachable,
  MCP_CONNECT_FAILED: EXIT_CODES.unreachable,
  MCP_TIMEOUT: EXIT_CODES.unreachable,
  MCP_LIST_FAILED: EXIT_CODES.unreachable,
  MCP_CLOSED: EXIT_CODES.unreachable,
  MCP_CALL_FAILED: EXIT_CODES.unreachable,
  MCP_TRANSPORT_FAILED: EXIT_CODES.unreachable,
  MCP_AUTH_REQUIRED: EXIT_CODES.auth,
  GATE_FAILED: EXIT_CODES.gate,
  PIN_STALE: EXIT_CODES.gate,
  TOOL_HELD: EXIT_CODES.gate,
}

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ServersUnreachableError) {
    const codes = error.details.failures.map(({ code }) => exitCodeOfCode(code))
    return codes.every((code) => code === codes[0])
      ? (codes[0] ?? EXIT_CODES.unreachable)
      : EXIT_CODES.unreachable
  }
  return error instanceof ToolscoutError ? exitCodeOfCode(error.code) : EXIT_CODES.failure
}

/** The exit code of an error code. */
export function exitCodeOfCode(code: string): ExitCode {
  return Object.hasOwn(BY_ERROR, code) ? (BY_ERROR[code] as ExitCode) : EXIT_CODES.failure
}

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
