import { toStoreError } from './failures.ts'

/** A row as drivers give it. */
export type Row = Readonly<Record<string, unknown>>

/** SQL with places for values. */
export interface Statement {
  readonly text: string
  /** Prepared once a connection under this name; absent for what is asked rarely. */
  readonly name?: string
}

/** What asks the database, alone or inside a transaction. */
export type Ask = (statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>

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
  readonly openSession?: (onNotice?: (payload: string) => void) => Promise<DatabaseSession>
  readonly close: () => Promise<void>
}

/** A database whose failures are errors of the contract. */
export function withStoreErrors(database: Database): Database {
  const translated = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result
    } catch (error) {
      throw toStoreError(error)
    }
  }
  return {
    ...database,
    ask: (statement, values) => translated(database.ask(statement, values)),
    transact: (isolation, work) => translated(database.transact(isolation, work)),
  }
}

/** What a `text` of PostgreSQL cannot hold: the character U+0000, and halves of characters. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u

/** Whether a text can be in the database at all; one that cannot is not asked for. */
export function isStorable(text: string): boolean {
  return !NOT_STORABLE.test(text)
}
