import {
  type CandidateRetriever,
  type CatalogChange,
  type CatalogStore,
  StaleRevisionError,
  StoreDamagedError,
} from '@toolscout/model'
import { type AppendOptions, requireKnownMembers, type StoreReadOptions } from '@toolscout/model/internal'
import { foldBatch } from '../fold-batch.ts'
import { StoreLife } from '../store-life.ts'
import { createCandidates } from './candidates.ts'
import { Checkpoints, type FileSystem, systemFiles } from './checkpoints.ts'
import { loadDriver, type SqliteDriver } from './drivers.ts'
import { toStoreError } from './failures.ts'
import { resolvePlace, securePlace, takeLock } from './place.ts'
import { atOneMoment, RecordReader, readChanges, readRecords } from './reads.ts'
import { repairStore } from './repair.ts'
import { Session } from './session.ts'
import { createVectors } from './vectors.ts'
import { verifyStore } from './verify.ts'
import { writeBatch } from './write-batch.ts'

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The file; made where there is none. Its folder must exist and must not be one everybody writes to. */
  readonly path: string
  /** Whether a damaged store is repaired rather than refused when it is opened. Default false. */
  readonly repair?: boolean | undefined
}

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
  requireKnownMembers('the options of openSqliteStore', options, ['path', 'repair'])
  return openStoreWith({ driver: await loadDriver(), files: systemFiles }, options)
}

/** As {@link openSqliteStore}, on other parts. */
export async function openStoreWith(parts: SqliteParts, options: SqliteStoreOptions): Promise<SqliteStore> {
  const path = resolvePlace(options.path)
  const unlock = takeLock(parts.driver, path)
  const session = new Session(parts.driver, path)
  const checkpoints = new Checkpoints(session, parts.files)
  const end = (): void => {
    session.close()
    unlock()
  }
  try {
    securePlace(path)
    const store = createStore(session, { ...parts, checkpoints, end })
    try {
      session.read(() => undefined)
      checkpoints.sweep()
    } catch (error) {
      if (options.repair !== true || !(error instanceof StoreDamagedError)) throw error
      await store.repair()
    }
    return store
  } catch (error) {
    end()
    throw error
  }
}

function createStore(
  session: Session,
  {
    driver,
    files,
    checkpoints,
    end,
  }: SqliteParts & { readonly checkpoints: Checkpoints; readonly end: () => void },
): SqliteStore {
  const life = new StoreLife('sqlite')
  const reader = new RecordReader(session)
  const append = (changes: readonly CatalogChange[], expectedRevision?: number): number => {
    const batch = foldBatch(changes)
    const revision = session.read((_, state) => state.revision)
    if (expectedRevision !== undefined && expectedRevision !== revision) {
      throw new StaleRevisionError(expectedRevision, revision)
    }
    if (changes.length === 0) return revision
    return session.write((connection, state) => writeBatch(connection, state, batch)).revision
  }
  /** What a library throws while everything is read, as an error of the contract. */
  const translated = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, session.path)
    }
  }
  const verify = (options?: StoreReadOptions): ReturnType<CatalogStore['verify']> =>
    translated(async () => {
      life.check(options)
      return verifyStore(session, checkpoints, () => life.check(options))
    })
  return Object.freeze({
    name: 'sqlite',
    revision: (options) => life.run(options, () => session.read((_, { revision }) => revision)),
    append: (changes, options: AppendOptions = {}) =>
      life.run(options, () => append(changes, options.expectedRevision)),
    load: (options) => life.each(options, () => atOneMoment(session, readRecords)),
    loadChanges: (after, options) =>
      life.each(options, () =>
        atOneMoment(session, (connection, state) => readChanges(connection, state, after)),
      ),
    get: (ids, options) => life.run(options, () => ids.map(reader.record)),
    items: (kind, options) => life.run(options, () => reader.items(kind)),
    saveCheckpoint: (name, checkpoint, options) =>
      life.run(options, () => checkpoints.save(name, checkpoint)),
    loadCheckpoint: (name, options) => life.run(options, () => checkpoints.load(name)),
    embeddings: createVectors(session, life),
    candidates: createCandidates(session, life),
    reader: {
      ids: () => life.atOnce(reader.ids),
      summary: (id) => life.atOnce(() => reader.summary(id)),
      record: (id) => life.atOnce(() => reader.record(id)),
    },
    verify,
    repair: (options) =>
      translated(async () => {
        const before = await verify(options)
        if (before.faults.length === 0) return { ...before, mended: [], lost: [] }
        const lost = repairStore(session, driver, files)
        checkpoints.sweep()
        return { ...(await verify(options)), mended: before.faults, lost }
      }),
    close: async () => {
      if (life.end()) end()
    },
  } satisfies SqliteStore)
}
