import { StoreLockedError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import {
  SQLITE_BUSY,
  SQLITE_LOCKED,
  type SqliteConnection,
  type SqliteDriver,
  SqliteFailure,
} from './connection.ts'
import { securePlace } from './place.ts'
import { toStoreError } from './store-error.ts'

/** Stores this process writes to: locks of files keep other processes away, not other libraries in this one. */
const held = new Set<string>()

/**
 * Takes the right to write to a store, until the process ends or what is given back is called. A database of its own
 * is locked, so that others may still read the store's, and the system takes the lock from a process that was killed.
 *
 * @throws StoreLockedError `STORE_LOCKED` when somebody else has it.
 */
export function takeLock(driver: SqliteDriver, path: string): () => void {
  const lockPath = `${path}-lock`
  if (held.has(lockPath)) throw lockedError(path, 'in this process')
  let connection: SqliteConnection | undefined
  try {
    securePlace(lockPath)
    connection = driver.open(lockPath)
    connection.exec('pragma busy_timeout = 0')
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    const isBusy = error instanceof SqliteFailure && [SQLITE_BUSY, SQLITE_LOCKED].includes(error.result)
    throw isBusy ? lockedError(path, 'in another process', error) : toStoreError(error, path)
  }
  const taken = connection
  held.add(lockPath)
  return () => {
    if (!held.delete(lockPath)) return
    taken.close()
  }
}

function lockedError(path: string, where: string, cause?: unknown): StoreLockedError {
  const message = `Another store writes to ${quote(path)} ${where}; close it, or wait for its end.`
  return new StoreLockedError('sqlite', message, cause)
}
