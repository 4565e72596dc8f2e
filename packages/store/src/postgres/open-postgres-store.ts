import { requireKnownMembers } from '@toolscout/model/internal'
import { createPostgresStore } from './create-postgres-store.ts'
import { openPgDatabase } from './pg-database.ts'
import { type PostgresStoreOptions, readNumbers, readSchema } from './postgres-options.ts'
import type { PostgresStore } from './postgres-store.ts'

const OPTIONS: { readonly [option in keyof PostgresStoreOptions]-?: true } = {
  connection: true,
  schema: true,
  history: true,
  maxConnections: true,
  pollIntervalMs: true,
  leaseTimeoutMs: true,
}

/**
 * Opens the catalog in a database, and makes its tables where there are none. Any PostgreSQL from 13 on will do; no
 * extension is needed. `pg` must be installed beside this package.
 *
 * Rejects with `STORE_UNAVAILABLE` when the database cannot be used, `STORE_FORMAT_UNKNOWN` when the tables are of
 * another format, `STORE_DRIVER_MISSING` without `pg`, RangeError or TypeError for options.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  requireKnownMembers('the options of openPostgresStore', options, Object.keys(OPTIONS))
  const { connection } = options
  const { maxConnections } = readNumbers(options)
  const schema = readSchema(options.schema)
  const database = await openPgDatabase({ connection, schema, maxConnections })
  try {
    return await createPostgresStore(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}
