import { attemptSqlite, type SqliteDriver, type SqliteStatement, toConnection } from './connection.ts'

/** What is used of `node:sqlite`; the types of the oldest supported Node know nothing of it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    readonly exec: (sql: string) => void
    readonly prepare: (sql: string) => SqliteStatement
    readonly close: () => void
  }
}

/** The driver on `node:sqlite`, or `undefined` where the runtime has none. */
export function nodeSqliteDriver(): SqliteDriver | undefined {
  const library = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (library === undefined) return undefined
  return {
    name: 'node:sqlite',
    open: (path) => {
      const database = attemptSqlite(() => new library.DatabaseSync(path), resultOf)
      return toConnection({
        exec: (sql) => database.exec(sql),
        prepare: (sql) => database.prepare(sql),
        close: () => database.close(),
        toArguments: (values) => values,
        resultOf,
      })
    },
  }
}

function resultOf(error: unknown): number | undefined {
  return error instanceof Error ? (Reflect.get(error, 'errcode') as number | undefined) : undefined
}
