import { attemptSqlite, type SqliteDriver, type SqliteStatement, toConnection } from './connection.ts'

/** What is used of `libsql`. */
type Libsql = new (
  path: string,
) => {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => SqliteStatement
  readonly close: () => void
}

/** The driver on `libsql`, a build of SQLite for every usual system that is installed without compiling. */
export async function libsqlDriver(): Promise<SqliteDriver> {
  const { default: Library } = (await import('libsql')) as unknown as { readonly default: Libsql }
  return {
    name: 'libsql',
    open: (path) => {
      const database = attemptSqlite(() => new Library(path), resultOf)
      return toConnection({
        exec: (sql) => database.exec(sql),
        prepare: (sql) => withBytes(database.prepare(sql)),
        close: () => database.close(),
        toArguments: (values) => [values.map(toBuffer)],
        resultOf,
      })
    },
  }
}

/** Among many rows it gives bytes as buffers, as one row as bytes. */
function withBytes(statement: SqliteStatement): SqliteStatement {
  return {
    run: (...given) => statement.run(...given),
    get: (...given) => statement.get(...given),
    all: (...given) => {
      const rows = statement.all(...given) as Record<string, unknown>[]
      for (const column of Object.keys(rows[0] ?? {})) {
        for (const row of rows) {
          if (row[column] instanceof ArrayBuffer) row[column] = new Uint8Array(row[column])
        }
      }
      return rows
    },
  }
}

/** It takes other views for objects. */
function toBuffer(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

function resultOf(error: unknown): number | undefined {
  return error instanceof Error ? (Reflect.get(error, 'rawCode') as number | undefined) : undefined
}
