import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
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
    requireOwn(folder)
    return join(folder, basename(path))
  })
}

/**
 * The real path of a file that is only read. It may be a link, if no other user could have laid it: every folder on
 * the way is looked at, and the file itself.
 *
 * @throws StoreUnsafePlaceError `STORE_UNSAFE_PLACE` for a folder or file that everybody writes to.
 * @throws StoreUnavailableError `STORE_UNAVAILABLE` where there is no file.
 */
export function resolveReadOnly(path: string): string {
  for (let place = resolvePlace(path), links = 0; ; links += 1) {
    const next = attempt(place, () => {
      if (links < MAX_LINKS && lstatSync(place).isSymbolicLink())
        return resolve(dirname(place), readlinkSync(place))
      if (!statSync(place).isFile()) throw new StoreUnsafePlaceError(`${quote(place)} is no file.`, place)
      requireOwn(place)
      return undefined
    })
    if (next === undefined) return place
    place = resolvePlace(next)
  }
}

/** As many as Linux follows. */
const MAX_LINKS = 40

function requireOwn(place: string): void {
  if (process.platform === 'win32' || (statSync(place).mode & WORLD_WRITABLE) === 0) return
  const message = `Everybody may write to ${quote(place)}, so anybody could lay something else in place of the store; choose a folder of your own.`
  throw new StoreUnsafePlaceError(message, place)
}

/**
 * Tells the file at a path from another that takes its place, and with `isStill` also from itself after a change; empty
 * where there is none. It is not opened: closing any handle on a file gives up the process's locks on it.
 */
export function identityOf(path: string, { isStill }: { readonly isStill: boolean }): string {
  return attempt(path, () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return ''
    const { dev, ino, size, mtimeNs } = found
    return [dev, ino, ...(isStill ? [size, mtimeNs] : [])].join(' ')
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
      // Under each of its names it would have a lock and a log of its own.
      if (found.nlink > 1)
        throw new StoreUnsafePlaceError(`${quote(path)} has another name as well, a hard link.`, path)
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
