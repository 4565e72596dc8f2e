import { StoreDamagedError, ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import type { SqliteConnection, SqliteDriver } from './drivers.ts'
import { toStoreError, unavailable } from './failures.ts'
import { createTables, readState, type StoreState, setUp, writeState } from './schema.ts'

/**
 * The one connection that writes, and readers beside it. It is opened, and the database made where there is none, at the
 * first use; one that failed is replaced. What fails is a typed error.
 */
export class Session {
  readonly path: string
  readonly #driver: SqliteDriver
  readonly #readers = new Set<SqliteConnection>()
  #connection: SqliteConnection | undefined
  #state: StoreState | undefined

  constructor(driver: SqliteDriver, path: string) {
    this.#driver = driver
    this.path = path
  }

  read<Result>(work: (connection: SqliteConnection, state: StoreState) => Result): Result {
    return this.#guarded(() => {
      const { connection, state } = this.#live()
      return work(connection, state)
    })
  }

  /** Writes in one transaction: what `work` gives as the new state is what the store is at when this returns. */
  write(work: (connection: SqliteConnection, state: StoreState) => StoreState): StoreState {
    return this.#guarded(() => {
      const { connection, state: before } = this.#live()
      let after: StoreState | undefined
      try {
        connection.exec('begin immediate')
        const worked = work(connection, before)
        after = worked === before ? before : writeState(connection, worked)
        connection.exec('commit')
      } catch (error) {
        this.leave()
        if (after === undefined) throw error
        after = this.#findOut(after, before, error)
      }
      this.#state = after
      return after
    })
  }

  /** A connection that sees the store as it is now, whatever is written meanwhile, until it is closed. */
  openReader(): SqliteConnection {
    return this.#guarded(() => {
      const opened = this.#open()
      this.#readers.add(opened)
      const close = (): void => {
        this.#readers.delete(opened)
        closeQuietly(opened)
      }
      return { ...opened, close }
    })
  }

  /** Leaves the connection, such as before the file is replaced. */
  leave(): void {
    if (this.#connection !== undefined) closeQuietly(this.#connection)
    this.#connection = undefined
    this.#state = undefined
  }

  close(): void {
    for (const reader of this.#readers) closeQuietly(reader)
    this.#readers.clear()
    try {
      // What stands in the log comes into the file, so that it is whole alone. The next to open it would do the same.
      this.#connection?.get('pragma wal_checkpoint(truncate)')
    } catch {
      // What is in the log is as safe as it was.
    }
    this.leave()
  }

  #open(): SqliteConnection {
    const opened = this.#driver(this.path)
    try {
      setUp(opened, this.path)
      return opened
    } catch (error) {
      closeQuietly(opened)
      throw error
    }
  }

  #live(): { readonly connection: SqliteConnection; readonly state: StoreState } {
    if (this.#connection === undefined) {
      this.#connection = this.#open()
      createTables(this.#connection, this.path)
    }
    this.#state ??= readState(this.#connection)
    return { connection: this.#connection, state: this.#state }
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (isOrdinary(error)) throw error
      this.leave()
      throw toStoreError(error, this.path)
    }
  }

  /** What a transaction whose end failed has led to. */
  #findOut(intended: StoreState, before: StoreState, cause: unknown): StoreState {
    let found: StoreState | undefined
    // A batch that leaves the state unchanged cannot be distinguished from one that was not kept.
    if (intended !== before) {
      try {
        found = this.#live().state
      } catch {
        this.leave()
      }
      if (found?.crc === intended.crc) return found
      if (found?.crc === before.crc) throw toStoreError(cause, this.path)
    }
    const message = `Whether the changes were kept could not be found out: ${messageOf(cause)}`
    throw unavailable(message, 'unknown', cause)
  }
}

/** What a caller did wrong says nothing about the connection. */
function isOrdinary(error: unknown): boolean {
  if (error instanceof StoreDamagedError) return false
  return error instanceof ToolscoutError || error instanceof TypeError || error instanceof RangeError
}

/** A connection that is given up has nothing more to say. */
function closeQuietly(connection: SqliteConnection): void {
  try {
    connection.close()
  } catch {
    // Its failure has already been reported.
  }
}
