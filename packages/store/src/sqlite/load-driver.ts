import { messageOf } from '@toolscout/model/internal'
import { StoreDriverMissingError } from '../driver-missing-error.ts'
import type { SqliteDriver } from './connection.ts'
import { libsqlDriver } from './libsql-driver.ts'
import { nodeSqliteDriver } from './node-sqlite-driver.ts'

/** The libraries a SQLite store can stand on. */
export type SqliteDriverName = 'node:sqlite' | 'libsql'

/**
 * Loads a library; `node:sqlite` where the runtime has it, else `libsql`, unless one is named.
 *
 * @throws StoreDriverMissingError `STORE_DRIVER_MISSING` when it is not there.
 */
export async function loadDriver(name?: SqliteDriverName): Promise<SqliteDriver> {
  const builtIn = name === 'libsql' ? undefined : nodeSqliteDriver()
  if (builtIn !== undefined) return builtIn
  if (name === 'node:sqlite') {
    throw new StoreDriverMissingError('This runtime has no node:sqlite; Node 22.13 and later have.')
  }
  try {
    return await libsqlDriver()
  } catch (error) {
    const message = `libsql cannot be loaded: ${messageOf(error)}. Run on Node 22.13 or later, or install libsql ^0.5.0 beside this package.`
    throw new StoreDriverMissingError(message, error)
  }
}
