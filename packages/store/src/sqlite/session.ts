import { StoreDamagedError, StoreReadOnlyError, ToolscoutError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import type { SqliteConnection, SqliteDriver } from './drivers.ts'
import { toStoreError, unavailable } from './failures.ts'
import { identityOf } from './place.ts'
import { openReadOnly } from './read-only.ts'
import { createTables, readState, type StoreState, setUp, writeState } from './schema.ts'

/**
 * The one connection that writes, and readers beside it. It is opened, and the database made where there is none, at the
 * first use; one that failed is replaced. What fails is a typed error. A session that only reads sees one moment of the
 * store, for as long as it lasts.
 */
export class Session {
  readonly path: string
  readonly isReadOnly: boolean
  readonly #driver: SqliteDriver
  readonly #readers = new Set<SqliteConnection>()
  #connection: SqliteConnection | undefined
  #state: StoreState | undefined
  /** Tells the file that was opened from any other, and with `isStill` from itself after a change. */
  #file: string | undefined
  #isStill = false
  /** What a session that only reads has seen. */
  #moment: number | undefined

  constructor(driver: SqliteDriver, path: string, isReadOnly = false) {
    this.#driver = driver
    this.path = path
    this.isReadOnly = isReadOnly
  }

  read<Result>(work: (connection: SqliteConnection, state: StoreState) => Result): Result {
    return this.#guarded(() => {
      if (this.#isStill) this.#requireSameFile('unchanged')
      const { connection, state } = this.#live()
      return work(connection, state)
    })
  }

  /** @throws StoreReadOnlyError `STORE_READ_ONLY`. */
  requireWritable(): void {
    if (this.isReadOnly) throw new StoreReadOnlyError('sqlite')
  }

  /** Writes in one transaction: what `work` gives as the new state is what the store is at when this returns. */
  write(work: (connection: SqliteConnection, state: StoreState) => StoreState): StoreState {
    this.requireWritable()
    return this.#guarded(() => {
      this.#requireSameFile('unchanged')
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
      this.#requireSameFile('unknown')
      return after
    })
  }

  /** As `openReader`, of which reading has begun; a session that only reads shows the moment it is of. */
  openMoment(): SqliteConnection {
    if (this.isReadOnly) return this.read((connection) => ({ ...connection, close: () => {} }))
    const reader = this.openReader()
    reader.exec('begin')
    return reader
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

  /** Leaves the file, before this process puts another in its place. */
  leaveFile(): void {
    this.leave()
    this.#file = undefined
  }

  /** Leaves the connection. */
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
      if (!this.isReadOnly) this.#connection?.get('pragma wal_checkpoint(truncate)')
    } catch {
      // What is in the log is as safe as it was.
    }
    this.leave()
  }

  /** The file that was opened and no other must be there: a batch for one that is gone would be lost without a word. */
  #requireSameFile(state: 'unchanged' | 'unknown'): void {
    if (this.#file === undefined || identityOf(this.path, { isStill: this.#isStill }) === this.#file) return
    const message = `${quote(this.path)} is not the file that was opened: it was replaced, deleted or changed by something else. Put it back, or close the store and open it again.`
    throw unavailable(message, state, undefined)
  }

  #open(): SqliteConnection {
    // Opening would make a new file where the old one is gone.
    this.#requireSameFile('unchanged')
    if (this.isReadOnly) {
      const { connection, isStill } = openReadOnly(this.#driver, this.path)
      this.#isStill = isStill
      this.#file = identityOf(this.path, { isStill })
      return connection
    }
    const opened = this.#driver(this.path)
    try {
      setUp(opened, this.path)
      this.#file ??= identityOf(this.path, { isStill: false })
      return opened
    } catch (error) {
      closeQuietly(opened)
      throw error
    }
  }

  #live(): { readonly connection: SqliteConnection; readonly state: StoreState } {
    if (this.#connection === undefined) {
      this.#connection = this.#open()
      if (!this.isReadOnly) createTables(this.#connection, this.path)
    }
    this.#state ??= readState(this.#connection)
    if (this.isReadOnly) this.#requireSameMoment(this.#state)
    return { connection: this.#connection, state: this.#state }
  }

  /** After a failure the store may have gone on, and what was read before would no longer fit. */
  #requireSameMoment({ crc }: StoreState): void {
    this.#moment ??= crc
    if (crc === this.#moment) return
    const message = `${quote(this.path)} was changed since it was opened for reading; close it and open it again.`
    throw unavailable(message, 'unchanged', undefined)
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
