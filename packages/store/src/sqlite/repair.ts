import type { CatalogItem, CatalogRecord } from '@toolscout/model'
import type { SqliteConnection, SqliteDriver, SqliteRow } from './drivers.ts'
import { ifReadable, onFiles, toStoreError } from './failures.ts'
import type { FileSystem } from './files.ts'
import { securePlace } from './place.ts'
import { READ_ITEMS, readItem } from './reads.ts'
import { crcOf, digestOf, parseRecord, select, textOf } from './rows.ts'
import { createTables, readState, type StoreState, setUp, writeState } from './schema.ts'
import type { Session } from './session.ts'
import { readVector, VECTOR_COLUMNS } from './vectors.ts'
import { writeBatch } from './write-batch.ts'

/** What a store stands on; tests bring parts that fail. */
export interface SqliteParts {
  readonly driver: SqliteDriver
  readonly files: FileSystem
}

const INSERT_VECTOR = 'insert or ignore into vectors (key, crc, vector) values (?, ?, ?)'

/**
 * Replaces a damaged file by a new one with all readable records; the old one is kept next to it. Followers of changes have
 * to load everything again; checkpoints are lost.
 *
 * @returns the ids that could not be saved.
 */
export function replaceDamaged(session: Session, parts: SqliteParts): readonly string[] {
  try {
    return replace(session, parts)
  } catch (error) {
    throw toStoreError(error, session.path)
  }
}

function replace(session: Session, { driver: open, files }: SqliteParts): readonly string[] {
  const { path } = session
  const fresh = `${path}-repair`
  onFiles(path, () => {
    for (const suffix of ['', '-wal', '-shm']) files.remove(`${fresh}${suffix}`)
  })
  const damaged = session.openReader()
  let saved: Salvage
  try {
    saved = salvage(damaged)
  } finally {
    damaged.close()
  }
  securePlace(fresh)
  const connection = open(fresh)
  try {
    setUp(connection, fresh)
    createTables(connection, fresh)
    fill(connection, saved)
    // The file is to be whole alone, for it alone is moved.
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
  session.leaveFile()
  onFiles(path, () => {
    // The damaged file may still hold what could not be read here.
    files.copy(path, `${path}-damaged`)
    // A log of the damaged file would be read into the new one.
    for (const suffix of ['-wal', '-shm']) files.remove(`${path}${suffix}`)
    files.rename(fresh, path)
  })
  return saved.lost
}

function fill(connection: SqliteConnection, { records, items, vectors, revision }: Salvage): void {
  connection.exec('begin immediate')
  const filled = writeBatch(connection, readState(connection), { tools: records, items })
  writeState(connection, { ...filled, revision: revision + 1, forgotten: revision + 1 })
  for (const row of vectors) {
    if (readVector(row) === undefined) continue
    const [crc = null, vector = null] = [row.crc, row.vector]
    connection.run(INSERT_VECTOR, textOf(row, 'key'), crc, vector)
  }
  connection.exec('commit')
}

/** What can still be read of a damaged store. */
interface Salvage {
  /** By id. */
  readonly records: ReadonlyMap<string, CatalogRecord>
  readonly items: readonly CatalogItem[]
  readonly vectors: readonly SqliteRow[]
  /** Ids that were seen of which no record could be read. */
  readonly lost: readonly string[]
  /** The latest revision that was seen. */
  readonly revision: number
}

/** Most rows that are tried one by one between what can be read from either end. */
const MAX_TRIES = 1_000_000
/** The same where nothing can be read from the upper end, so that nothing says how far the rows go. */
const MAX_TRIES_BEYOND = 10_000
const PAGE = 100

/** Reads whatever can be read and proves itself by its checksum. */
function salvage(connection: SqliteConnection): Salvage {
  const state = ifReadable(() => readState(connection))
  const texts = new Map<number, string>()
  for (const row of rowsOf(connection, 'definitions', select({ crc: 'integer', record: 'bytes' }))) {
    const text = textIn(row, 'record')
    if (text !== undefined && crcOf(text) === row.crc) texts.set(Number(row.number), text)
  }
  const records = new Map<string, CatalogRecord>()
  const ids = new Set<string>()
  let revision = state?.revision ?? 0
  const columns = select({ id: 'bytes', revision: 'integer', record_crc: 'integer' })
  for (const row of rowsOf(connection, 'tools', columns)) {
    const { number, record_crc } = row
    const id = textIn(row, 'id')
    if (id !== undefined) ids.add(id)
    if (Number.isSafeInteger(row.revision)) revision = Math.max(revision, Number(row.revision))
    const text = texts.get(Number(number))
    if (text === undefined || crcOf(text) !== record_crc) continue
    const record = ifReadable(() => parseRecord(text))
    if (record === undefined || record.tool.id !== id) continue
    texts.delete(Number(number))
    records.set(record.tool.id, record)
  }
  adopt(records, texts, state)
  return {
    records,
    items: (ifReadable(() => connection.all(READ_ITEMS)) ?? []).flatMap(
      (row) => ifReadable(() => readItem(row).item) ?? [],
    ),
    vectors: [...rowsOf(connection, 'vectors', VECTOR_COLUMNS)],
    lost: [...ids].filter((id) => !records.has(id)).sort(),
    revision,
  }
}

/**
 * Takes in records whose own rows are lost, only where this makes the ids exactly those that were written: anything
 * less could bring back what was deleted.
 */
function adopt(
  records: Map<string, CatalogRecord>,
  texts: ReadonlyMap<number, string>,
  state: StoreState | undefined,
): void {
  if (state === undefined || records.size === state.tools.count) return
  const all = new Map(records)
  for (const text of texts.values()) {
    const record = ifReadable(() => parseRecord(text))
    if (record !== undefined && !all.has(record.tool.id)) all.set(record.tool.id, record)
  }
  if (all.size !== state.tools.count || digestOf(all.keys()) !== state.idsDigest) return
  for (const [id, record] of all) records.set(id, record)
}

/** The rows of a table with numbers, from either end as far as they can be read, then one by one in between. */
function* rowsOf(connection: SqliteConnection, table: string, columns: string): Generator<SqliteRow> {
  const all = `select number, ${columns} from ${table}`
  let low = Number.MIN_SAFE_INTEGER
  for (;;) {
    const page = read(connection, `${all} where number > ? order by number limit ${PAGE}`, low)
    if (page?.length === 0) return
    const rows = page ?? read(connection, `${all} where number > ? order by number limit 1`, low)
    if (rows === undefined || rows.length === 0) break
    yield* rows
    low = Number(rows.at(-1)?.number)
  }
  let high = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = read(connection, `${all} where number < ? order by number desc limit 1`, high)
    const number = Number(rows?.[0]?.number ?? low)
    if (rows === undefined || number <= low) break
    yield* rows
    high = number
  }
  low = Math.max(low, 0)
  const most = high === Number.MAX_SAFE_INTEGER ? MAX_TRIES_BEYOND : MAX_TRIES
  for (let number = low + 1; number < Math.min(high, low + most); number += 1) {
    yield* read(connection, `${all} where number = ?`, number) ?? []
  }
}

function textIn(row: SqliteRow, column: string): string | undefined {
  return ifReadable(() => textOf(row, column))
}

function read(connection: SqliteConnection, sql: string, value: number): readonly SqliteRow[] | undefined {
  return ifReadable(() => connection.all(sql, value))
}
