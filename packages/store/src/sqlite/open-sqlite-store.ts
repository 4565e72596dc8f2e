import {
  type CandidateRetriever,
  type CatalogStore,
  StoreDamagedError,
  StoreFormatUnknownError,
} from '@toolscout/model'
import {
  checkOptions,
  createSlices,
  type LargeCheckpoints,
  type OptionKind,
  quote,
  type StoreReadOptions,
} from '@toolscout/model/internal'
import { APPEND_OPTIONS, StoreLife } from '../store-life.ts'
import { createCandidates } from './candidates.ts'
import { Checkpoints } from './checkpoints.ts'
import { loadDriver } from './drivers.ts'
import { toStoreError } from './failures.ts'
import { systemFiles } from './files.ts'
import { resolvePlace, resolveReadOnly, securePlace, takeLock } from './place.ts'
import { atOneMoment, RecordReader, readChanges, readRecords } from './reads.ts'
import { replaceDamaged, type SqliteParts } from './repair.ts'
import { Session } from './session.ts'
import { setAside } from './set-aside.ts'
import { createVectors } from './vectors.ts'
import { verifyStore } from './verify.ts'
import { appendBatch } from './write-batch.ts'

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The file; made where there is none. Its folder must exist and must not be one everybody writes to. */
  readonly path: string
  /**
   * What is done with a damaged store when it is opened: `repair` saves what can be read, `startAnew` keeps the file aside,
   * beside its place and under a number, and begins with nothing. The latter is for a cache that can be filled again, and
   * takes a store of another format as well. Default: opening is refused.
   */
  readonly ifDamaged?: 'repair' | 'startAnew' | undefined
  /**
   * Opens a file that is there for reading alone: whatever is written is a `STORE_READ_ONLY`, no lock is taken, nothing is
   * made but what SQLite shares with a writer. What is read is of the moment of opening, and a writer's log grows for as
   * long. Default false.
   */
  readonly readOnly?: boolean | undefined
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

const KINDS = {
  path: 'string',
  ifDamaged: 'anything',
  readOnly: 'boolean',
} satisfies { [Option in keyof SqliteStoreOptions]-?: OptionKind }

/**
 * Opens a store in one SQLite file, with one writer: this one, unless it only reads.
 *
 * Rejects with `STORE_DRIVER_MISSING`, `STORE_UNSAFE_PLACE`, `STORE_LOCKED`, `STORE_FORMAT_UNKNOWN`, `STORE_DAMAGED`,
 * `STORE_UNAVAILABLE`; TypeError or RangeError for options.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  checkOptions('the options of openSqliteStore', options, KINDS)
  const { ifDamaged, readOnly } = options
  if (ifDamaged !== undefined && (readOnly === true || !['repair', 'startAnew'].includes(ifDamaged))) {
    throw new TypeError(
      `ifDamaged is 'repair' or 'startAnew', and not for reading alone; not ${quote(ifDamaged)}.`,
    )
  }
  return openStoreWith({ driver: await loadDriver(), files: systemFiles }, options)
}

/** As {@link openSqliteStore}, on other parts. */
export async function openStoreWith(parts: SqliteParts, options: SqliteStoreOptions): Promise<SqliteStore> {
  const { ifDamaged, readOnly = false } = options
  const path = readOnly ? resolveReadOnly(options.path) : resolvePlace(options.path)
  const unlock = readOnly ? () => {} : takeLock(parts.driver, path)
  const session = new Session(parts.driver, path, readOnly)
  const checkpoints = new Checkpoints(session, parts.files)
  const end = (): void => {
    checkpoints.close()
    session.close()
    unlock()
  }
  const begin = async (): Promise<void> => {
    session.read(() => undefined)
    if (!readOnly) await checkpoints.sweep()
  }
  try {
    if (!readOnly) securePlace(path)
    const store = createStore(session, { ...parts, checkpoints, end })
    try {
      await begin()
      if (ifDamaged === 'startAnew') await readInSlices(store.reader.ids())
    } catch (error) {
      if (ifDamaged === 'repair' && error instanceof StoreDamagedError) await store.repair()
      else if (ifDamaged === 'startAnew' && isOutworn(error)) {
        setAside(session, error)
        await begin()
      } else throw error
    }
    return store
  } catch (error) {
    end()
    throw error
  }
}

/** Whether a store is damaged, or of a format that this version does not know; not whether it is of something else. */
function isOutworn(error: unknown): error is StoreDamagedError | StoreFormatUnknownError {
  if (error instanceof StoreFormatUnknownError) return error.details.format !== 0
  return error instanceof StoreDamagedError
}

async function readInSlices(values: Iterable<unknown>): Promise<void> {
  const slices = createSlices()
  for (const _ of values) if (slices.isOver()) await slices.next()
}

/** Whether a file that is open may be taken away and stays readable; on Windows it is in the way. */
const HOLDS_OPEN_FILES = process.platform !== 'win32'

function createLargeCheckpoints(checkpoints: Checkpoints, life: StoreLife): LargeCheckpoints {
  return Object.freeze({
    save: (name, given) => life.run(undefined, () => checkpoints.savePieces(name, given)),
    open: (name) => life.run(undefined, () => checkpoints.open(name)),
  } satisfies LargeCheckpoints)
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
    life.begin(options)
    return verifyStore(session, checkpoints, () => life.check(options)).catch((error: unknown) => {
      throw toStoreError(error, session.path)
    })
  }
  const repair = async (options?: StoreReadOptions): ReturnType<CatalogStore['repair']> => {
    session.requireWritable()
    const before = await verify(options)
    if (before.faults.length === 0) return { ...before, mended: [], lost: [] }
    const lost = replaceDamaged(session, parts)
    await checkpoints.sweep()
    return { ...(await verify(options)), mended: before.faults, lost }
  }
  return Object.freeze({
    name: 'sqlite',
    isReadOnly: session.isReadOnly,
    revision: (options) => life.run(options, () => session.read((_, { revision }) => revision)),
    append: (changes, options = {}) =>
      life.run(options, () => appendBatch(session, changes, options), APPEND_OPTIONS),
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
    largeCheckpoints: HOLDS_OPEN_FILES ? createLargeCheckpoints(checkpoints, life) : undefined,
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
