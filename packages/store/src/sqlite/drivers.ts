import { messageOf } from '@toolscout/model/internal'
import { StoreDriverMissingError } from '../driver-missing-error.ts'
import { SqliteFailure } from './failures.ts'

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

/** Opens a connection with one library; makes the file where there is none. */
export type SqliteDriver = (path: string) => SqliteConnection

/** What is used of both libraries; the types of the oldest supported Node know nothing of `node:sqlite`. */
interface Database {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => Statement
  readonly close: () => void
}
type Statement = { readonly [verb in 'run' | 'get' | 'all']: (...given: readonly unknown[]) => unknown }

/** Where the libraries differ. */
interface Library {
  readonly Database: new (path: string) => Database
  /** The member of its errors that holds the result code. */
  readonly codeMember: string
  /** How it takes the values of a statement. */
  readonly toArguments: (values: readonly SqliteValue[]) => readonly unknown[]
}

/**
 * Loads a library: `node:sqlite` where the runtime has it, else `libsql`, a build of SQLite for every usual system that is
 * installed without compiling.
 *
 * @throws StoreDriverMissingError `STORE_DRIVER_MISSING` when neither is there.
 */
export async function loadDriver(): Promise<SqliteDriver> {
  const library = nodeSqlite() ?? (await libsql())
  return (path) => connect(library, path)
}

function nodeSqlite(): Library | undefined {
  const found = process.getBuiltinModule?.('node:sqlite') as
    | { readonly DatabaseSync: Library['Database'] }
    | undefined
  return found && { Database: found.DatabaseSync, codeMember: 'errcode', toArguments: (values) => values }
}

async function libsql(): Promise<Library> {
  try {
    const { default: Database } = (await import('libsql')) as unknown as {
      readonly default: Library['Database']
    }
    // It takes views that are no buffers for objects.
    const toBuffer = (value: SqliteValue): unknown =>
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
    return { Database, codeMember: 'rawCode', toArguments: (values) => [values.map(toBuffer)] }
  } catch (error) {
    const message = `libsql cannot be loaded: ${messageOf(error)}. Run on Node 22.13 or later, or install libsql ^0.5.0 beside this package.`
    throw new StoreDriverMissingError(message, error)
  }
}

/** Statements are prepared once, and what a library throws has one shape. */
function connect({ Database, codeMember, toArguments }: Library, path: string): SqliteConnection {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      const code = error instanceof Error ? (Reflect.get(error, codeMember) as number | undefined) : undefined
      throw new SqliteFailure(messageOf(error), code, error)
    }
  }
  const database = attempt(() => new Database(path))
  const statements = new Map<string, Statement>()
  const call = (verb: keyof Statement, sql: string, values: readonly SqliteValue[]): unknown =>
    attempt(() => {
      const statement = statements.get(sql) ?? database.prepare(sql)
      statements.set(sql, statement)
      return statement[verb](...toArguments(values))
    })
  let isOpen = true
  return {
    exec: (sql) => attempt(() => database.exec(sql)),
    run: (sql, ...values) => void call('run', sql, values),
    get: (sql, ...values) => call('get', sql, values) as SqliteRow | undefined,
    all: (sql, ...values) => withBytes(call('all', sql, values) as Record<string, unknown>[]),
    close: () => {
      if (!isOpen) return
      isOpen = false
      statements.clear()
      try {
        // libsql keeps a connection for as long as somebody holds a statement of it, with the transaction and its locks.
        database.exec('rollback')
      } catch {
        // There was no transaction.
      }
      attempt(() => database.close())
    },
  }
}

/** Among many rows libsql gives bytes as buffers, as one row as bytes. */
function withBytes(rows: Record<string, unknown>[]): readonly SqliteRow[] {
  for (const column of Object.keys(rows[0] ?? {})) {
    for (const row of rows) {
      if (row[column] instanceof ArrayBuffer) row[column] = new Uint8Array(row[column])
    }
  }
  return rows as SqliteRow[]
}
