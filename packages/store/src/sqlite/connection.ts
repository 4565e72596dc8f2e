import { messageOf } from '@toolscout/model/internal'

/** What SQLite takes and gives. */
export type SqliteValue = null | number | string | Uint8Array

/** One row by the names of its columns. */
export interface SqliteRow {
  readonly [column: string]: SqliteValue | undefined
}

/** One connection to one database file. Nothing here waits; whatever fails is a {@link SqliteFailure}. */
export interface SqliteConnection {
  /** Runs statements that give nothing. */
  readonly exec: (sql: string) => void
  readonly run: (sql: string, ...values: readonly SqliteValue[]) => void
  readonly get: (sql: string, ...values: readonly SqliteValue[]) => SqliteRow | undefined
  readonly all: (sql: string, ...values: readonly SqliteValue[]) => readonly SqliteRow[]
  /** Ends a transaction that is open by taking it back. May be called twice. */
  readonly close: () => void
}

/** Opens connections with one library. */
export interface SqliteDriver {
  readonly name: string
  /** Makes the file where there is none. */
  readonly open: (path: string) => SqliteConnection
}

/** Primary result codes of SQLite that say more than that something failed. */
export const SQLITE_BUSY = 5
export const SQLITE_LOCKED = 6
export const SQLITE_CORRUPT = 11
export const SQLITE_NOTADB = 26
export const SQLITE_ERROR = 1

/**
 * What says something about the system, the disk or other programs, and nothing about what is stored: besides busy and
 * locked PERM, NOMEM, READONLY, INTERRUPT, IOERR, FULL and CANTOPEN.
 */
const OUTSIDE: ReadonlySet<number> = new Set([SQLITE_BUSY, SQLITE_LOCKED, 3, 7, 8, 9, 10, 13, 14])

/** Whether something was thrown because of what is stored, not because it could not be read or written just now. */
export function tellsOfDamage(error: unknown): boolean {
  return error instanceof SqliteFailure && !OUTSIDE.has(error.result)
}

/** What a library threw, in one shape; never leaves this package. */
export class SqliteFailure extends Error {
  /** The primary result code; 0 when the library reported none. */
  readonly result: number

  constructor(message: string, result = 0, cause?: unknown) {
    super(message, { cause })
    this.name = 'SqliteFailure'
    this.result = result & 0xff
  }
}

/** What both libraries make of a statement. */
export interface SqliteStatement {
  readonly run: (...given: readonly unknown[]) => unknown
  readonly get: (...given: readonly unknown[]) => unknown
  readonly all: (...given: readonly unknown[]) => unknown
}

/** What a driver says of its library. */
export interface SqliteLibrary {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => SqliteStatement
  readonly close: () => void
  /** How the library takes the values of a statement. */
  readonly toArguments: (values: readonly SqliteValue[]) => readonly unknown[]
  /** The result code of something it threw. */
  readonly resultOf: (error: unknown) => number | undefined
}

/** Does something with a library. @throws SqliteFailure for whatever it throws. */
export function attemptSqlite<Result>(work: () => Result, resultOf: SqliteLibrary['resultOf']): Result {
  try {
    return work()
  } catch (error) {
    throw new SqliteFailure(messageOf(error), resultOf(error), error)
  }
}

/** Makes a connection of a library: statements are prepared once, and what it throws has one shape. */
export function toConnection(library: SqliteLibrary): SqliteConnection {
  const statements = new Map<string, SqliteStatement>()
  const attempt = <Result>(work: () => Result): Result => attemptSqlite(work, library.resultOf)
  const statementOf = (sql: string): SqliteStatement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = library.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const call = (verb: keyof SqliteStatement, sql: string, values: readonly SqliteValue[]): unknown =>
    attempt(() => statementOf(sql)[verb](...library.toArguments(values)))
  let isOpen = true
  return {
    exec: (sql) => attempt(() => library.exec(sql)),
    run: (sql, ...values) => {
      call('run', sql, values)
    },
    get: (sql, ...values) => call('get', sql, values) as SqliteRow | undefined,
    all: (sql, ...values) => call('all', sql, values) as readonly SqliteRow[],
    close: () => {
      if (!isOpen) return
      isOpen = false
      statements.clear()
      try {
        // libsql keeps a connection for as long as somebody holds a statement of it, with the transaction and its locks.
        library.exec('rollback')
      } catch {
        // There was no transaction.
      }
      attempt(library.close)
    },
  }
}
