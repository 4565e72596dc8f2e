import { closeSync, constants, fchmodSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreLockedError, ToolscoutError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import type { SqliteConnection, SqliteDriver } from './drivers.ts'
import { SqliteFailure, toStoreError, unavailable } from './failures.ts'

/** Read and written by the owner alone. */
const OWNER_ONLY = 0o600
const WORLD_WRITABLE = 0o002

/** `STORE_UNSAFE_PLACE`: others could read, change or take away what a store keeps. */
export class StoreUnsafePlaceError extends ToolscoutError<{ readonly path: string }> {
  constructor(message: string, path: string) {
    super('STORE_UNSAFE_PLACE', message, { details: { path } })
  }
}

/**
 * The real path of a store's file; the file itself is not touched.
 *
 * @throws StoreUnsafePlaceError `STORE_UNSAFE_PLACE` for a folder everybody writes to.
 * @throws StoreUnavailableError `STORE_UNAVAILABLE` when there is no such folder.
 */
export function resolvePlace(path: string): string {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new TypeError(`The path of a store is the path of a file, not ${quote(path)}.`)
  }
  return attempt(path, () => {
    const folder = realpathSync(dirname(resolve(path)))
    if (process.platform !== 'win32' && (statSync(folder).mode & WORLD_WRITABLE) !== 0) {
      const message = `Everybody may write to ${quote(folder)}, so anybody could lay another file in place of the store; choose a folder of your own.`
      throw new StoreUnsafePlaceError(message, folder)
    }
    return join(folder, basename(path))
  })
}

/**
 * Makes sure that a file is there, is a file, and is the owner's alone; the files SQLite lays beside it take its mode.
 * To be called before SQLite opens it: closing any handle on a file gives up the process's locks on it.
 *
 * @throws StoreUnsafePlaceError `STORE_UNSAFE_PLACE` for what is no file.
 * @throws StoreUnavailableError `STORE_UNAVAILABLE` when it cannot be made.
 */
export function securePlace(path: string): void {
  attempt(path, () => {
    const file = openSync(
      path,
      constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0),
      OWNER_ONLY,
    )
    try {
      const found = fstatSync(file)
      if (!found.isFile()) throw new StoreUnsafePlaceError(`${quote(path)} is no file.`, path)
      if (process.platform !== 'win32' && (found.mode & 0o777) !== OWNER_ONLY) fchmodSync(file, OWNER_ONLY)
    } finally {
      closeSync(file)
    }
  })
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreUnsafePlaceError) throw error
    const message = `The file ${quote(path)} cannot be made or opened: ${messageOf(error)}`
    throw unavailable(message, 'unchanged', error)
  }
}

/** Stores this process writes to: locks of files keep other processes away, not other libraries in this one. */
const held = new Set<string>()

/**
 * Takes the right to write to a store, until the process ends or what is given back is called. A database of its own
 * is locked, so that others may still read the store's, and the system takes the lock from a process that was killed.
 *
 * @throws StoreLockedError `STORE_LOCKED` when somebody else has it.
 */
export function takeLock(open: SqliteDriver, path: string): () => void {
  const lockPath = `${path}-lock`
  if (held.has(lockPath)) throw lockedError(path, 'in this process')
  let connection: SqliteConnection | undefined
  try {
    securePlace(lockPath)
    connection = open(lockPath)
    connection.exec('pragma busy_timeout = 0')
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    const isBusy = error instanceof SqliteFailure && error.isBusy
    throw isBusy ? lockedError(path, 'in another process', error) : toStoreError(error, path)
  }
  const taken = connection
  held.add(lockPath)
  return () => {
    if (held.delete(lockPath)) taken.close()
  }
}

function lockedError(path: string, where: string, cause?: unknown): StoreLockedError {
  const message = `Another store writes to ${quote(path)} ${where}; close it, or wait for its end.`
  return new StoreLockedError('sqlite', message, cause)
}
