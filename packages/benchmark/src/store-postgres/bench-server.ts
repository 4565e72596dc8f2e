import { resolve } from 'node:path'
import { findPostgres, type PostgresServer, startPostgres } from '@toolscout/testbed/postgres'
import pg from 'pg'

/** What somebody would give a small server of its own. */
const SETTINGS = [
  '-c shared_buffers=1GB',
  '-c max_wal_size=8GB',
  '-c maintenance_work_mem=256MB',
  '-c work_mem=32MB',
]

/** Starts the PostgreSQL that is installed, on databases that stay in a folder if one is given. @throws RangeError when none is. */
export async function startForBenchmark(keptIn?: string): Promise<PostgresServer> {
  const bin = await findPostgres()
  if (bin === undefined)
    throw new RangeError('PostgreSQL is not installed; apt-get install postgresql brings it.')
  return startPostgres(bin, SETTINGS, { keptIn: keptIn === undefined ? undefined : resolve(keptIn) })
}

/** Asks the database by a connection of its own. */
export async function onServer<Result>(
  server: PostgresServer,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    await client.query('set search_path to toolscout')
    return await work(client)
  } finally {
    await client.end()
  }
}
