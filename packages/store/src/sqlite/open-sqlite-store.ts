import { type CandidateRetriever, type CatalogStore, StoreDamagedError } from '@toolscout/model'
import { requireKnownMembers, type StoreReadOptions } from '@toolscout/model/internal'
import { StoreLife } from '../store-life.ts'
import { createCandidates } from './candidates.ts'
import { Checkpoints, systemFiles } from './checkpoints.ts'
import { loadDriver } from './drivers.ts'
import { toStoreError } from './failures.ts'
import { resolvePlace, securePlace, takeLock } from './place.ts'
import { atOneMoment, RecordReader, readChanges, readRecords } from './reads.ts'
import { replaceDamaged, type SqliteParts } from './repair.ts'
import { Session } from './session.ts'
import { createVectors } from './vectors.ts'
import { verifyStore } from './verify.ts'
import { appendBatch } from './write-batch.ts'

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
      await checkpoints.sweep()
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
    checkpoints,
    end,
    ...parts
  }: SqliteParts & { readonly checkpoints: Checkpoints; readonly end: () => void },
): SqliteStore {
  const life = new StoreLife('sqlite')
  const reader = new RecordReader(session)
  const verify = async (options?: StoreReadOptions): ReturnType<CatalogStore['verify']> => {
    life.check(options)
    return verifyStore(session, checkpoints, () => life.check(options)).catch((error: unknown) => {
      throw toStoreError(error, session.path)
    })
  }
  const repair = async (options?: StoreReadOptions): ReturnType<CatalogStore['repair']> => {
    const before = await verify(options)
    if (before.faults.length === 0) return { ...before, mended: [], lost: [] }
    const lost = replaceDamaged(session, parts)
    await checkpoints.sweep()
    return { ...(await verify(options)), mended: before.faults, lost }
  }
  return Object.freeze({
    name: 'sqlite',
    revision: (options) => life.run(options, () => session.read((_, { revision }) => revision)),
    append: (changes, options = {}) => life.run(options, () => appendBatch(session, changes, options)),
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
      ids: () => life.atOnce(() => reader.ids()),
      summary: (id) => life.atOnce(() => reader.summary(id)),
      record: (id) => life.atOnce(() => reader.record(id)),
    },
    verify,
    repair,
    close: async () => {
      const isFirst = life.end()
      await life.settled()
      if (isFirst) end()
    },
  } satisfies SqliteStore)
}
