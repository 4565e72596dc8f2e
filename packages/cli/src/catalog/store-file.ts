import { join } from 'node:path'
import { type CatalogStore, pause, StoreLockedError, systemClock } from '@toolscout/model'
import { openSqliteStore, StoreDriverMissingError } from '@toolscout/store/sqlite'

/** How long another command that reads the same catalog is waited for; one takes tenths of a second. */
const LOCK_WAIT_MS = 5_000
const LOCK_PAUSE_MS = 20

/**
 * Opens the store in a folder; `undefined` where no library for it is there. Rejects as `openSqliteStore` does; another
 * process that has it open is waited for.
 */
export async function openStoreIn(folder: string, signal: AbortSignal): Promise<CatalogStore | undefined> {
  const path = join(folder, 'catalog.db')
  for (let waited = 0; ; waited += LOCK_PAUSE_MS) {
    try {
      return await openSqliteStore({ path })
    } catch (error) {
      if (error instanceof StoreDriverMissingError) return undefined
      if (!(error instanceof StoreLockedError) || waited >= LOCK_WAIT_MS) throw error
      await pause(systemClock, LOCK_PAUSE_MS, signal)
    }
  }
}
