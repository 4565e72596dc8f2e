import { closeSync, constants, fchmodSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreUnavailableError } from '@toolscout/model'
import { messageOf, quote } from '@toolscout/model/internal'
import { StoreUnsafePlaceError } from './errors.ts'

/** Read and written by the owner alone. */
const OWNER_ONLY = 0o600
const WORLD_WRITABLE = 0o002

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
    checkFolder(folder)
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
  attempt(path, () => secure(path))
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreUnsafePlaceError) throw error
    const message = `The file ${quote(path)} cannot be made or opened: ${messageOf(error)}`
    throw new StoreUnavailableError(message, { store: 'sqlite', state: 'unchanged' }, error)
  }
}

function checkFolder(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & WORLD_WRITABLE) === 0) return
  const message = `Everybody may write to ${quote(folder)}, so anybody could lay another file in place of the store; choose a folder of your own.`
  throw new StoreUnsafePlaceError(message, folder)
}

function secure(path: string): void {
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const file = openSync(path, flags, OWNER_ONLY)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new StoreUnsafePlaceError(`${quote(path)} is no file.`, path)
    if (process.platform !== 'win32' && (found.mode & 0o777) !== OWNER_ONLY) fchmodSync(file, OWNER_ONLY)
  } finally {
    closeSync(file)
  }
}
