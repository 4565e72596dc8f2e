import { ToolscoutError } from '@toolscout/model'
import { ServersUnreachableError } from './errors.ts'

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
