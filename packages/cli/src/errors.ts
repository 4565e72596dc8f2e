import { ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { ListingFailure } from './catalog/listing.ts'

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
