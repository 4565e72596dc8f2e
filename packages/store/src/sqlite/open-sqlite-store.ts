import {
  type CandidateRetriever,
  type CatalogChange,
  type CatalogStore,
  type Checkpoint,
  StaleRevisionError,
  StoreDamagedError,
} from '@toolscout/model'
import {
  type AppendOptions,
  type RepairReport,
  requireKnownMembers,
  type StoreReadOptions,
} from '@toolscout/model/internal'
import { foldBatch } from '../fold-batch.ts'
import { StoreLife } from '../store-life.ts'
import { createCandidates } from './candidates.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { SqliteDriver } from './connection.ts'
import { type FileSystem, systemFiles } from './file-system.ts'
import { loadDriver, type SqliteDriverName } from './load-driver.ts'
import { takeLock } from './lock.ts'
import { resolvePlace, securePlace } from './place.ts'
import { createRecordReader } from './read-by-id.ts'
import { createRecordStream } from './read-records.ts'
import { repairStore } from './repair.ts'
import { openSession } from './session.ts'
import { toStoreError } from './store-error.ts'
import { createVectors } from './vectors.ts'
import { verifyStore } from './verify.ts'
import { writeBatch } from './write-batch.ts'

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The file; made where there is none. Its folder must exist and must not be one everybody writes to. */
  readonly path: string
  /** The library. Default: `node:sqlite` where the runtime has it, else `libsql`. */
  readonly driver?: SqliteDriverName | undefined
  /** Most vectors that are kept; those that came first are forgotten. Default 1,000,000. Legal: whole numbers of 1 to 100,000,000. */
  readonly maxVectors?: number | undefined
  /** Whether a damaged store is repaired rather than refused when it is opened. Default false. */
  readonly repair?: boolean | undefined
}

const OPTIONS: { readonly [option in keyof SqliteStoreOptions]-?: true } = {
  path: true,
  driver: true,
  maxVectors: true,
  repair: true,
}
const DEFAULT_MAX_VECTORS = 1_000_000
const MOST_VECTORS = 100_000_000

/** A catalog in one SQLite file. */
export interface SqliteStore extends CatalogStore {
  readonly embeddings: NonNullable<CatalogStore['embeddings']>
  readonly reader: NonNullable<CatalogStore['reader']>
  /**
   * Finds candidates for a ranking by SQLite's own full text (FTS5: Porter stems, weighted columns, BM25). The first
   * request indexes all tools, in one piece; from then on every batch keeps the index in step.
   */
  readonly candidates: CandidateRetriever
}

/** What a store stands on; tests bring parts that fail. */
export interface SqliteParts {
  readonly driver: SqliteDriver
  readonly files: FileSystem
}

/**
 * Opens a store in one SQLite file, with one writer: this one.
 *
 * Rejects with `STORE_DRIVER_MISSING`, `STORE_UNSAFE_PLACE`, `STORE_LOCKED`, `STORE_FORMAT_UNKNOWN`, `STORE_DAMAGED`,
 * `STORE_UNAVAILABLE`; TypeError or RangeError for options.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  requireKnownMembers('the options of openSqliteStore', options, Object.keys(OPTIONS))
  const driver = await loadDriver(options.driver)
  return openStoreWith({ driver, files: systemFiles }, options)
}

/** As {@link openSqliteStore}, on other parts. */
export async function openStoreWith(parts: SqliteParts, options: SqliteStoreOptions): Promise<SqliteStore> {
  const { driver, files } = parts
  const { maxVectors = DEFAULT_MAX_VECTORS } = options
  if (!Number.isInteger(maxVectors) || maxVectors < 1 || maxVectors > MOST_VECTORS) {
    throw new RangeError(`maxVectors is ${maxVectors}; it must be a whole number of 1 to ${MOST_VECTORS}.`)
  }
  const path = resolvePlace(options.path)
  const unlock = takeLock(driver, path)
  const session = openSession(driver, path)
  const life = new StoreLife('sqlite')
  try {
    securePlace(path)
    const checkpoints = createCheckpoints(session, files)
    const reader = createRecordReader(session)
    const { load, loadChanges } = createRecordStream(session, life)
    const verify = async (given?: StoreReadOptions): ReturnType<CatalogStore['verify']> => {
      life.check(given)
      const verification = { session, checkpoints, check: () => life.check(given) }
      return verifyStore(verification).catch((error: unknown) => {
        throw toStoreError(error, path)
      })
    }
    const repair = async (given?: StoreReadOptions): Promise<RepairReport> => {
      const before = await verify(given)
      if (before.faults.length === 0) return { ...before, mended: [], lost: [] }
      const lost = repairStore(session, driver, files)
      checkpoints.sweep()
      return { ...(await verify(given)), mended: before.faults, lost }
    }
    try {
      session.read(() => undefined)
      checkpoints.sweep()
    } catch (error) {
      if (options.repair !== true || !(error instanceof StoreDamagedError)) throw error
      await repair()
    }
    return Object.freeze({
      name: 'sqlite',
      revision: (given?: StoreReadOptions) =>
        life.run(given, () => session.read((_, { revision }) => revision)),
      append: (changes: readonly CatalogChange[], given: AppendOptions = {}) =>
        life.run(given, () => {
          const batch = foldBatch(changes)
          const revision = session.read((_, state) => state.revision)
          const { expectedRevision = revision } = given
          if (expectedRevision !== revision) throw new StaleRevisionError(expectedRevision, revision)
          if (changes.length === 0) return revision
          return session.write((connection, state) => writeBatch(connection, state, batch)).revision
        }),
      load,
      loadChanges,
      get: (ids: readonly string[], given?: StoreReadOptions) =>
        life.run(given, () => ids.map(reader.record)),
      items: (kind: string, given?: StoreReadOptions) => life.run(given, () => reader.items(kind)),
      saveCheckpoint: (name: string, checkpoint: Checkpoint, given?: StoreReadOptions) =>
        life.run(given, () => checkpoints.save(name, checkpoint)),
      loadCheckpoint: (name: string, given?: StoreReadOptions) =>
        life.run(given, () => checkpoints.load(name)),
      embeddings: createVectors(session, life, maxVectors),
      candidates: createCandidates(session, life),
      reader: Object.freeze({
        ids: () => life.atOnce(reader.ids),
        summary: (id: string) => life.atOnce(() => reader.summary(id)),
        record: (id: string) => life.atOnce(() => reader.record(id)),
      }),
      verify,
      repair,
      close: async () => {
        if (!life.end()) return
        session.close()
        unlock()
      },
    } satisfies SqliteStore)
  } catch (error) {
    session.close()
    unlock()
    throw error
  }
}
