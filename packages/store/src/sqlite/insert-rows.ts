import type { SqliteConnection, SqliteValue } from './connection.ts'

/** Rows of one statement: each call into a library costs as much as several rows. More would only be held longer. */
const TOGETHER = 32

/** Puts rows into one table, many with each statement. */
export interface RowInserter {
  readonly add: (...row: readonly SqliteValue[]) => void
  /** Puts in what still waits. */
  readonly finish: () => void
}

/** An inserter into a table, given with its columns as `table (first, second)`. */
export function createInserter(connection: SqliteConnection, into: string): RowInserter {
  let waiting: SqliteValue[] = []
  let rows = 0
  const columns = into.split(',').length
  const one = `(${new Array<string>(columns).fill('?').join(', ')})`
  const many = `insert into ${into} values ${new Array<string>(TOGETHER).fill(one).join(', ')}`
  return {
    add: (...row) => {
      waiting.push(...row)
      rows += 1
      if (rows < TOGETHER) return
      connection.run(many, ...waiting)
      waiting = []
      rows = 0
    },
    finish: () => {
      for (let at = 0; at < waiting.length; at += columns) {
        connection.run(`insert into ${into} values ${one}`, ...waiting.slice(at, at + columns))
      }
      waiting = []
      rows = 0
    },
  }
}
