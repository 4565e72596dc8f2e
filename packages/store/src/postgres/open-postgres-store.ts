import { createPostgresStore } from './create-postgres-store.ts'
import { openPgDatabase } from './pg-database.ts'
import { type PostgresStoreOptions, readNumbers, readSchema } from './postgres-options.ts'
import type { PostgresStore } from './postgres-store.ts'

/**
 * Opens the catalog in a database, and makes its tables where there are none. Any PostgreSQL from 13 on will do; no
 * extension is needed. `pg` must be installed beside this package. A search index of the format before this one is made
 * anew, in one transaction, which takes minutes for a million tools; appends wait meanwhile.
 *
 * Rejects with `STORE_UNAVAILABLE` when the database cannot be used, `STORE_FORMAT_UNKNOWN` when the tables are of
 * a format that is not known or indexed by another analysis, `STORE_DRIVER_MISSING` without `pg`, RangeError or TypeError for options.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { connection } = options
  const { maxConnections, searchTimeoutMs, connectTimeoutMs } = readNumbers(options)
  const schema = readSchema(options.schema)
  const database = await openPgDatabase({
    connection,
    schema,
    maxConnections,
    searchTimeoutMs,
    connectTimeoutMs,
  })
  try {
    return await createPostgresStore(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}
