import type { CandidateRetriever, CatalogStore } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { checkAfter } from '../check-requests.ts'
import { APPEND_OPTIONS, StoreLife } from '../store-life.ts'
import { createAppend } from './append.ts'
import { createCandidates } from './candidates.ts'
import { checkFollowing, followChanges } from './change-feed.ts'
import { type Database, withStoreErrors } from './database.ts'
import { STORE, toStoreError } from './failures.ts'
import { changesBetween, recordsAt, textsAt } from './history.ts'
import { type Lease, Leases } from './leases.ts'
import { Lookups, readRange } from './lookups.ts'
import { Notifier } from './notifier.ts'
import { PackedRecords } from './packed-records.ts'
import { openPgDatabase } from './pg-database.ts'
import { prepareSchema } from './schema.ts'
import { repairStore, verifyStore } from './verify.ts'

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions {
  /** A connection string, or what `pg` takes as its configuration. */
  readonly connection: string | { readonly [member: string]: unknown }
  /**
   * The schema the catalog lies in, made when it is missing. Default `toolscout`. Legal: a small letter or `_`, then
   * small letters, digits and `_`, 63 at most.
   */
  readonly schema?: string | undefined
  /** Batches that can be read about later, by the feed among others. Default 1,000. Legal: 1 to 1,000,000. */
  readonly history?: number | undefined
  /** Connections at most. Default 4. Legal: 1 to 100. */
  readonly maxConnections?: number | undefined
  /** How often the feed looks when it hears nothing, in milliseconds. Default 250. Legal: 10 to 60,000. */
  readonly pollIntervalMs?: number | undefined
  /** A node that stands still for longer loses its leases, in milliseconds. Default 30,000. Legal: 100 to 600,000. */
  readonly leaseTimeoutMs?: number | undefined
}

/** Numbers of the options: default, lowest and highest. */
const NUMBERS = {
  history: [1_000, 1, 1_000_000],
  maxConnections: [4, 1, 100],
  pollIntervalMs: [250, 10, 60_000],
  leaseTimeoutMs: [30_000, 100, 600_000],
} as const

/** A catalog in a PostgreSQL database, which many nodes may have open at once. */
export interface PostgresStore extends CatalogStore {
  readonly changes: NonNullable<CatalogStore['changes']>
  readonly embeddings: NonNullable<CatalogStore['embeddings']>
  readonly openCopy: NonNullable<CatalogStore['openCopy']>
  /**
   * Finds candidates for a ranking by PostgreSQL's own full text: English stems and pairs of them, a weighted `tsvector`
   * under GIN, the tools of the terms that are worth most in a request. The first request indexes all tools, in one
   * transaction; later ones what changed since.
   */
  readonly candidates: CandidateRetriever
  /**
   * Gives the right to do something for all nodes, such as listing a server, or `undefined` while a node has it. It
   * ends with the process, and when that stands still.
   */
  readonly acquireLease: (name: string) => Promise<Lease | undefined>
}

/**
 * Opens the catalog in a database, and makes its tables where there are none. Any PostgreSQL from 13 on will do; no
 * extension is needed. `pg` must be installed beside this package.
 *
 * Rejects with `STORE_UNAVAILABLE` when the database cannot be used, `STORE_FORMAT_UNKNOWN` when the tables are of
 * another format, `STORE_DRIVER_MISSING` without `pg`, RangeError or TypeError for options.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  requireKnownMembers('the options of openPostgresStore', options, [
    'connection',
    'schema',
    ...Object.keys(NUMBERS),
  ])
  const settings = readSettings(options)
  const database = await openPgDatabase({ connection: options.connection, ...settings })
  try {
    return await createPostgresStore(database, settings)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The options but the connection, filled in and checked. */
export type PostgresSettings = { readonly schema: string } & {
  readonly [name in keyof typeof NUMBERS]: number
}

/** Fills in options. @throws RangeError when one is outside its legal range. */
export function readSettings(options: Partial<PostgresStoreOptions>): PostgresSettings {
  const { schema = 'toolscout' } = options
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    const shown = JSON.stringify(schema)
    throw new RangeError(`The schema is ${shown}; small letters, digits and _ are legal, 63 at most.`)
  }
  const numbers = Object.entries(NUMBERS).map(([name, [fallback, lowest, highest]]) => {
    const value = options[name as keyof typeof NUMBERS] ?? fallback
    if (Number.isInteger(value) && value >= lowest && value <= highest) return [name, value]
    throw new RangeError(`${name} is ${value}; it must be an integer from ${lowest} to ${highest}.`)
  })
  return { schema, ...Object.fromEntries(numbers) } as PostgresSettings
}

/** The store over any database that fits the seam; closing it closes the database. */
export async function createPostgresStore(
  driver: Database,
  { schema, history, pollIntervalMs, leaseTimeoutMs }: PostgresSettings,
): Promise<PostgresStore> {
  const database = withStoreErrors(driver)
  await prepareSchema(database)
  const { ask, transact } = database
  const life = new StoreLife(STORE)
  const notifier = new Notifier(database, schema, pollIntervalMs)
  const leases = new Leases(database, schema, leaseTimeoutMs)
  const lookups = new Lookups(ask)
  const append = createAppend({ database: driver, history, onAppended: () => notifier.notify() })
  const revision = async (): Promise<number> => (await readRange(ask)).latest
  const closed = async (): Promise<void> => {
    life.end()
    await life.settled()
    await Promise.all([notifier.close(), leases.close()])
    await database.close()
  }
  let closing: Promise<void> | undefined
  return Object.freeze({
    name: STORE,
    revision: (options) => life.run(options, revision),
    append: (changes, options) => life.run(options, () => append(changes, options), APPEND_OPTIONS),
    load: (options) => life.each(options, async () => recordsAt(ask, await revision())),
    loadChanges: (after, options) =>
      life.each(options, async () => {
        const range = await readRange(ask)
        checkAfter(after, range)
        return changesBetween(ask, after, range.latest)
      }),
    get: (ids, options) => life.run(options, () => lookups.records(ids)),
    openCopy: (options) => life.run(options, async () => PackedRecords.of(textsAt(ask, await revision()))),
    items: (kind, options) => life.run(options, () => lookups.items(kind)),
    saveCheckpoint: (name, checkpoint, options) =>
      life.run(options, () => lookups.saveCheckpoint(name, checkpoint)),
    loadCheckpoint: (name, options) => life.run(options, () => lookups.loadCheckpoint(name)),
    embeddings: {
      get: (keys) => life.run(undefined, () => lookups.get(keys)),
      set: (entries) => life.run(undefined, () => lookups.set(entries)),
    },
    candidates: createCandidates(database, lookups, life),
    changes: (options) => {
      checkFollowing(options)
      return life.each(undefined, () => followChanges(ask, notifier, options))
    },
    acquireLease: (name) =>
      life.run(undefined, () =>
        leases.acquire(name).catch((error: unknown) => {
          throw error instanceof TypeError ? error : toStoreError(error)
        }),
      ),
    verify: (options) => life.run(options, () => transact('repeatable read', verifyStore)),
    repair: (options) => life.run(options, () => transact('read committed', repairStore)),
    close: () => {
      closing ??= closed()
      return closing
    },
  } satisfies PostgresStore)
}
