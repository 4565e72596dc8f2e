import type { Statement } from './sql/statement.ts'

/** A row as drivers give it. */
export type Row = Readonly<Record<string, unknown>>

/** What asks the database, alone or inside a transaction. */
export type Ask = (statement: Statement) => Promise<readonly Row[]>

/** Whether all statements of a transaction see one moment, or each the moment it begins in, such as behind a lock. */
export type Isolation = 'repeatable read' | 'read committed'

/** A connection of its own, such as for a lock or a notification. */
export interface DatabaseSession {
  readonly ask: Ask
  /** Resolves when the connection is gone, whichever side ended it. */
  readonly ended: Promise<void>
  readonly end: () => Promise<void>
}

/** A PostgreSQL database as the store uses it: the one seam that a driver has to fit. */
export interface Database {
  /** Asks one statement, on any connection. */
  readonly ask: Ask
  /** Runs statements in one transaction; an error undoes it. */
  readonly transact: <Result>(isolation: Isolation, work: (ask: Ask) => Promise<Result>) => Promise<Result>
  /** Opens a connection of its own; absent where there is only one. */
  readonly openSession?: (options: {
    readonly onNotice?: (payload: string) => void
  }) => Promise<DatabaseSession>
  readonly close: () => Promise<void>
}
