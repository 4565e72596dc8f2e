import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import type { CliHost } from './host.ts'
import { shown } from './terminal/columns.ts'
import { createPalette, toJsonText } from './terminal/output.ts'

/** What can be wrong with what a command was given; `docs/errors.md` has a heading for each. */
export type CliErrorCode =
  /** The command line cannot be used as it is; nothing was done. */
  | 'CLI_USAGE'
  /** No configuration names a server, so there are no tools. */
  | 'NO_SERVERS'
  /** A file of settings cannot be used: unread, unsafe, or not to be changed. */
  | 'CONFIG_FILE_INVALID'
  /** A file given as a catalog holds no tools in a form that is known. */
  | 'CATALOG_FILE_INVALID'
  /** A registry that was asked for cannot be read, or lists no server. */
  | 'REGISTRY_INVALID'
  /** Which definitions are trusted cannot be read. */
  | 'PINS_FILE_INVALID'
  /** A tool cannot be called until its definition is approved. */
  | 'TOOL_HELD'
  /** No server may be asked, and nothing is kept of these. */
  | 'NOT_CACHED'
  /** Of all servers that are configured, none could be listed. */
  | 'SERVERS_UNREACHABLE'
  /** A check was not passed; everything was printed before. */
  | 'GATE_FAILED'

/** A failure of the command itself. It is printed and never leaves the command, so the code tells all kinds apart. */
export class CliError extends ToolscoutError<object> {
  /** Where it is not that of the code. */
  readonly exitCode: ExitCode | undefined

  constructor(
    code: CliErrorCode,
    message: string,
    { cause, exitCode }: { readonly cause?: unknown; readonly exitCode?: ExitCode } = {},
  ) {
    super(code, message, { details: {}, cause })
    this.exitCode = exitCode
  }
}

/** The command line cannot be used as it is. */
export function usageError(message: string): CliError {
  return new CliError('CLI_USAGE', message)
}

/** How a process of the command ends; `docs/cli.md` has a line for each. Stable across releases. */
export const EXIT_CODES = {
  ok: 0,
  /** Something failed that none of the others says, such as a tool that answered with a failure of its own. */
  failure: 1,
  /** The command line, or the arguments of a tool, cannot be used. Nothing was done. */
  usage: 2,
  /** A configuration cannot be read, lacks a variable, or names no server. */
  config: 3,
  /** No tool or server of this name. */
  notFound: 4,
  /** A server that was needed could not be started or reached, or did not answer in time. */
  unreachable: 5,
  /** A check was not passed: `eval` against its baseline, `lint`; a definition that is not trusted. */
  gate: 6,
  /** A server wants an authorization that is not there. */
  auth: 7,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const

/** One of {@link EXIT_CODES}. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

/** Error codes by the exit code they lead to; all others are a failure. */
const CODES: readonly (readonly [exitCode: ExitCode, ...codes: string[]])[] = [
  [EXIT_CODES.usage, 'CLI_USAGE', 'INVALID_ARGUMENTS'],
  [EXIT_CODES.config, 'NO_SERVERS', 'CATALOG_FILE_INVALID', 'CONFIG_FILE_INVALID', 'PINS_FILE_INVALID'],
  [EXIT_CODES.config, 'REGISTRY_INVALID', 'MCP_CONFIG_INVALID', 'MCP_VARIABLE_MISSING'],
  [EXIT_CODES.config, 'EVALUATION_FILE_MISSING', 'INVALID_EVALUATION_FILE'],
  [EXIT_CODES.notFound, 'TOOL_NOT_FOUND', 'SERVER_NOT_FOUND'],
  [
    EXIT_CODES.unreachable,
    'NOT_CACHED',
    'SERVERS_UNREACHABLE',
    'MCP_CONNECT_FAILED',
    'MCP_TIMEOUT',
    'CALL_TIMEOUT',
  ],
  [EXIT_CODES.unreachable, 'MCP_LIST_FAILED', 'MCP_CLOSED', 'MCP_CALL_FAILED', 'MCP_TRANSPORT_FAILED'],
  [EXIT_CODES.auth, 'MCP_AUTH_REQUIRED'],
  [EXIT_CODES.gate, 'GATE_FAILED', 'PIN_STALE', 'TOOL_HELD'],
]

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  const own = error instanceof CliError ? error.exitCode : undefined
  return own ?? (error instanceof ToolscoutError ? exitCodeOfCode(error.code) : EXIT_CODES.failure)
}

/** The exit code of an error code. */
export function exitCodeOfCode(code: string): ExitCode {
  return CODES.find(([, ...codes]) => codes.includes(code))?.[0] ?? EXIT_CODES.failure
}

/** Whether there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['ENOENT', 'ENOTDIR'].includes(String(Reflect.get(error, 'code')))
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
  giveError(usageError(message.replace(/^error: /, '')), host, EXIT_CODES.usage)
}

function giveError(error: unknown, { stdout }: CliHost, exitCode: ExitCode): void {
  const { code, details } = error instanceof ToolscoutError ? error : { code: 'INTERNAL', details: {} }
  const given: unknown = isJsonObject(details) ? details.suggestions : undefined
  const suggestions = Array.isArray(given) && given.length > 0 ? given.map(String) : undefined
  const report = { code, message: shown(messageOf(error), MAX_MESSAGE), suggestions }
  stdout.write(`${toJsonText({ error: report, exitCode })}\n`)
}
