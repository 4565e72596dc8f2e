import { StoreDamagedError, StoreUnavailableError, ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { SqliteConnection, SqliteDriver } from './connection.ts'
import { createTables, setUp } from './schema.ts'
import { toStoreError } from './store-error.ts'
import { readState, type StoreState, writeState } from './store-state.ts'

/** The one connection that writes, and readers beside it. A connection that failed is replaced. */
export interface Session {
  readonly path: string
  /** Reads. What fails is a typed error. */
  readonly read: <Result>(work: (connection: SqliteConnection, state: StoreState) => Result) => Result
  /** Writes in one transaction: what `work` gives as the new state is what the store is at when this returns. */
  readonly write: (work: (connection: SqliteConnection, state: StoreState) => StoreState) => StoreState
  /** A connection that sees the store as it is now, whatever is written meanwhile, until it is closed. */
  readonly openReader: () => SqliteConnection
  /** Leaves the connection, such as before the file is replaced. */
  readonly leave: () => void
  readonly close: () => void
}

/** A session on a database, which is opened, and made where there is none, at the first use. */
export function openSession(driver: SqliteDriver, path: string): Session {
  let connection: SqliteConnection | undefined
  let state: StoreState | undefined
  const readers = new Set<SqliteConnection>()

  const open = (): SqliteConnection => {
    const opened = driver.open(path)
    try {
      setUp(opened, path)
      return opened
    } catch (error) {
      closeQuietly(opened)
      throw error
    }
  }
  const leave = (): void => {
    if (connection !== undefined) closeQuietly(connection)
    connection = undefined
    state = undefined
  }
  const live = (): { readonly connection: SqliteConnection; readonly state: StoreState } => {
    if (connection === undefined) {
      connection = open()
      createTables(connection, path)
    }
    state ??= readState(connection)
    return { connection, state }
  }
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (isOrdinary(error)) throw error
      leave()
      throw toStoreError(error, path)
    }
  }
  /** What a transaction whose end failed has led to. */
  const findOut = (intended: StoreState, before: StoreState, cause: unknown): StoreState => {
    const unknown = (): StoreUnavailableError => {
      const message = `Whether the changes were kept could not be found out: ${messageOf(cause)}`
      return new StoreUnavailableError(message, { store: 'sqlite', state: 'unknown' }, cause)
    }
    // A batch that leaves the state unchanged cannot be distinguished from one that was not kept.
    if (intended === before) throw unknown()
    let found: StoreState | undefined
    try {
      found = live().state
    } catch {
      leave()
    }
    if (found?.crc === intended.crc) return found
    throw found?.crc === before.crc ? toStoreError(cause, path) : unknown()
  }

  return {
    path,
    read: (work) =>
      guarded(() => {
        const { connection: reader, state: current } = live()
        return work(reader, current)
      }),
    write: (work) =>
      guarded(() => {
        const { connection: writer, state: before } = live()
        let after: StoreState | undefined
        try {
          writer.exec('begin immediate')
          const worked = work(writer, before)
          after = worked === before ? before : writeState(writer, worked)
          writer.exec('commit')
        } catch (error) {
          leave()
          if (after === undefined) throw error
          after = findOut(after, before, error)
        }
        state = after
        return after
      }),
    openReader: () =>
      guarded(() => {
        const opened = open()
        readers.add(opened)
        return {
          ...opened,
          close: () => {
            readers.delete(opened)
            closeQuietly(opened)
          },
        }
      }),
    leave,
    close: () => {
      for (const reader of readers) closeQuietly(reader)
      readers.clear()
      if (connection !== undefined) foldLog(connection)
      leave()
    },
  }
}

/** What a caller did wrong says nothing about the connection. */
function isOrdinary(error: unknown): boolean {
  if (error instanceof StoreDamagedError) return false
  return error instanceof ToolscoutError || error instanceof TypeError || error instanceof RangeError
}

/** Brings what stands in the log into the file itself, so that it is whole alone. The next to open it would do the same. */
function foldLog(connection: SqliteConnection): void {
  try {
    connection.get('pragma wal_checkpoint(truncate)')
  } catch {
    // What is in the log is as safe as it was.
  }
}

/** A connection that is given up has nothing more to say. */
function closeQuietly(connection: SqliteConnection): void {
  try {
    connection.close()
  } catch {
    // Its failure has already been reported.
  }
}
