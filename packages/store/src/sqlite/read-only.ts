import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { quote } from '@toolscout/model/internal'
import type { SqliteConnection, SqliteDriver } from './drivers.ts'
import { SqliteFailure, unavailable } from './failures.ts'
import { isEmpty } from './schema.ts'

/** As the settings of a writer, without those that write. */
const SETTINGS = `
pragma busy_timeout = 250;
pragma cache_size = -16384;
pragma temp_store = memory;
pragma cell_size_check = on;
`

/** SQLITE_READONLY and SQLITE_CANTOPEN: the files that readers share with a writer cannot be made in this folder. */
const NOT_WRITABLE: readonly number[] = [8, 14]

/**
 * Opens a connection that cannot write, and that sees the store as it is now for as long as it is open. No file is
 * locked against a writer. Where the folder cannot be written to, nothing may be shared with one: the file is read as one
 * that does not change, which `isStill` says.
 *
 * @throws StoreUnavailableError `STORE_UNAVAILABLE` where there is no store, or a log that cannot be read.
 * @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN`.
 */
export function openReadOnly(
  open: SqliteDriver,
  path: string,
): { readonly connection: SqliteConnection; readonly isStill: boolean } {
  if (!existsSync(path)) throw unavailable(`There is no store ${quote(path)}.`, 'unchanged', undefined)
  // A mode of the path, because libsql takes no notice of the option of this name.
  const connect = (mode: string): SqliteConnection => begin(open(`${pathToFileURL(path).href}?${mode}`), path)
  try {
    return { connection: connect('mode=ro'), isStill: false }
  } catch (error) {
    if (!(error instanceof SqliteFailure) || !isNotWritable(error)) throw error
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      const message = `${quote(path)} was not closed, and its folder cannot be written to; open and close the store once where it can.`
      throw unavailable(message, 'unchanged', error)
    }
    return { connection: connect('immutable=1'), isStill: true }
  }
}

/** libsql tells of a file that it could not open in words alone. */
function isNotWritable({ result, message }: SqliteFailure): boolean {
  return NOT_WRITABLE.includes(result) || message.includes('Unable to open connection')
}

function begin(connection: SqliteConnection, path: string): SqliteConnection {
  try {
    connection.exec(`${SETTINGS} begin`)
    if (!isEmpty(connection, path)) return connection
    throw unavailable(`${quote(path)} holds no catalog yet.`, 'unchanged', undefined)
  } catch (error) {
    connection.close()
    throw error
  }
}
