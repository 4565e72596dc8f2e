import { StoreDamagedError, StoreLockedError, StoreUnavailableError, ToolscoutError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'

/** Primary result codes of SQLite that say more than that something failed. */
const ERROR = 1
const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const NOTADB = 26

/**
 * What says something about the system, the disk or other programs, and nothing about what is stored: besides busy and
 * locked PERM, NOMEM, READONLY, INTERRUPT, IOERR, FULL and CANTOPEN.
 */
const OUTSIDE: ReadonlySet<number> = new Set([BUSY, LOCKED, 3, 7, 8, 9, 10, 13, 14])

/** What a library threw, in one shape; never leaves this package. */
export class SqliteFailure extends Error {
  /** The primary result code; 0 when the library reported none. */
  readonly result: number

  constructor(message: string, result = 0, cause?: unknown) {
    super(message, { cause })
    this.name = 'SqliteFailure'
    this.result = result & 0xff
  }

  get isBusy(): boolean {
    return this.result === BUSY || this.result === LOCKED
  }
}

/** What a library threw, as an error of the contract; anything else as it is. */
export function toStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof SqliteFailure)) return error
  const { result, message, isBusy } = error
  // What is asked is always the same, so SQL that does not fit is asked of tables that are no longer what was made.
  if ([CORRUPT, NOTADB, ERROR].includes(result)) {
    return new StoreDamagedError('sqlite', `${quote(path)} is damaged: ${message}. Have it repaired.`, error)
  }
  if (isBusy)
    return new StoreLockedError('sqlite', `Something else writes to ${quote(path)}: ${message}`, error)
  return unavailable(`${quote(path)} could not be read or written: ${message}`, 'unchanged', error)
}

export function unavailable(
  message: string,
  state: 'unchanged' | 'unknown',
  cause: unknown,
): StoreUnavailableError {
  return new StoreUnavailableError(message, { store: 'sqlite', state }, cause)
}

export function damaged(what: string, cause?: unknown): StoreDamagedError {
  const message = `The store is damaged: ${what}. Have it verified and repaired.`
  return new StoreDamagedError('sqlite', message, cause)
}

/** Whether something was thrown because of what is stored, not because it could not be read or written just now. */
export function tellsOfDamage(error: unknown): boolean {
  if (error instanceof SqliteFailure) return !OUTSIDE.has(error.result)
  return error instanceof ToolscoutError && error.code === 'STORE_DAMAGED'
}

/** What cannot be read because it is damaged is left out. */
export function ifReadable<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (tellsOfDamage(error)) return undefined
    throw error
  }
}

/** Does something with files beside a database. @throws StoreUnavailableError `STORE_UNAVAILABLE` for what the system refuses. */
export function onFiles<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toFileError(error, path)
  }
}

/** What work on files beside a store threw, as an error of the contract. */
export function toFileError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || Reflect.get(error, 'syscall') === undefined) return error
  const message = `A file beside ${quote(path)} could not be read or written: ${messageOf(error)}`
  return unavailable(message, 'unchanged', error)
}
