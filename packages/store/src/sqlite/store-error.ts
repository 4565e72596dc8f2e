import { StoreDamagedError, StoreLockedError, StoreUnavailableError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import {
  SQLITE_BUSY,
  SQLITE_CORRUPT,
  SQLITE_ERROR,
  SQLITE_LOCKED,
  SQLITE_NOTADB,
  SqliteFailure,
} from './connection.ts'

/** What a library threw, as an error of the contract; anything else as it is. */
export function toStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof SqliteFailure)) return error
  const { result, message } = error
  // What is asked is always the same, so SQL that does not fit is asked of tables that are no longer what was made.
  if ([SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR].includes(result)) {
    return new StoreDamagedError('sqlite', `${quote(path)} is damaged: ${message}. Have it repaired.`, error)
  }
  if (result === SQLITE_BUSY || result === SQLITE_LOCKED) {
    return new StoreLockedError('sqlite', `Something else writes to ${quote(path)}: ${message}`, error)
  }
  const said = `${quote(path)} could not be read or written: ${message}`
  return new StoreUnavailableError(said, { store: 'sqlite', state: 'unchanged' }, error)
}
