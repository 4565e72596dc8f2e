import { StoreFormatUnknownError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { SqliteConnection } from './drivers.ts'
import { damaged } from './failures.ts'
import { CREATE_FULL_TEXT } from './full-text.ts'
import { crcOf, expectSame, numberOf, select, type Tally } from './rows.ts'

/** Says that a database is a store of Toolscout: `TSct` in ASCII. */
const APPLICATION_ID = 0x54_53_63_74

const CREATE_TABLES = `
create table state (
  one integer primary key check (one = 1),
  revision integer not null, forgotten integer not null, full_text integer not null,
  tools integer not null, tools_digest integer not null, ids_digest integer not null,
  gone integer not null, gone_digest integer not null,
  items integer not null, items_digest integer not null,
  crc integer not null) strict;
insert into state values (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${crcOf(...new Array<number>(10).fill(0))});
create table tools (
  number integer primary key, id text not null unique, revision integer not null,
  record_crc integer not null, crc integer not null, summary text not null) strict;
create table definitions (number integer primary key, crc integer not null, record text not null) strict;
create table gone (id text primary key, revision integer not null, crc integer not null) strict, without rowid;
create table items (
  kind text not null, key text not null, crc integer not null, value text not null,
  primary key (kind, key)) strict, without rowid;
create table checkpoints (name text primary key, revision integer not null, file text not null, crc integer not null) strict;
create table vectors (number integer primary key, key text not null unique, crc integer not null, vector blob not null) strict;
${CREATE_FULL_TEXT}
`

/** The format this version writes; any other is refused. */
export const FORMAT = 1

/**
 * Settings that are not kept in a file, so that every connection makes them: what is acknowledged must be on the disk
 * (FULL), whatever the library was built with, and damage is to be found rather than read over. Pages are those of a new
 * file: a record takes a kilobyte or two, so of the usual 4 kB a fifth stayed empty and was written all the same.
 */
const SETTINGS = `
pragma busy_timeout = 250;
pragma page_size = 8192;
pragma journal_mode = wal;
pragma synchronous = full;
pragma journal_size_limit = 16777216;
pragma cache_size = -16384;
pragma temp_store = memory;
pragma cell_size_check = on;
`

/**
 * Prepares a connection that was just opened.
 *
 * @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN` for another format, or a database that Toolscout did not make;
 * nothing of it has changed then.
 */
export function setUp(connection: SqliteConnection, path: string): void {
  isEmpty(connection, path)
  connection.exec(SETTINGS)
}

/**
 * Makes the tables in an empty database, in one step or not at all.
 *
 * @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN` as {@link setUp} does.
 */
export function createTables(connection: SqliteConnection, path: string): void {
  if (!isEmpty(connection, path)) return
  connection.exec('begin immediate')
  if (isEmpty(connection, path)) {
    connection.exec(CREATE_TABLES)
    connection.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${FORMAT}`)
  }
  connection.exec('commit')
}

/** Whether there is nothing yet. @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN`. */
export function isEmpty(connection: SqliteConnection, path: string): boolean {
  const format = readNumber(connection, 'pragma user_version')
  const application = readNumber(connection, 'pragma application_id')
  const isOurs = application === APPLICATION_ID
  if (isOurs && format === FORMAT) return false
  const tables = readNumber(connection, 'select count(*) from sqlite_schema')
  if (tables === 0 && format === 0 && application === 0) return true
  const message = isOurs
    ? `${quote(path)} has format ${format}; this version knows format ${FORMAT}. Update Toolscout.`
    : `${quote(path)} is a database of something else; choose another file.`
  throw new StoreFormatUnknownError(message, { store: 'sqlite', format: isOurs ? format : 0, known: FORMAT })
}

function readNumber(connection: SqliteConnection, sql: string): number {
  return Number(Object.entries(connection.get(sql) ?? {}).find(([column]) => column !== '_metadata')?.[1])
}

/** What a store is at, in one row that every batch writes. */
export interface StoreState {
  readonly revision: number
  /** Up to which revision deletions were forgotten. */
  readonly forgotten: number
  /** Whether the full text is in step with the tools; false until candidates are retrieved the first time. */
  readonly hasFullText: boolean
  readonly tools: Tally
  /** The checksums of the ids alone. */
  readonly idsDigest: number
  readonly gone: Tally
  readonly items: Tally
  readonly crc: number
}

const STATE_COLUMNS =
  'revision forgotten full_text tools tools_digest ids_digest gone gone_digest items items_digest'.split(' ')
const READ_STATE = `select ${select(Object.fromEntries([...STATE_COLUMNS, 'crc'].map((column) => [column, 'integer'])))}
  from state where one = 1`
const WRITE_STATE = `insert or replace into state (one, ${STATE_COLUMNS.join(', ')}, crc)
  values (1, ${'?, '.repeat(STATE_COLUMNS.length)}?)`

/** @throws StoreDamagedError `STORE_DAMAGED` when the row is not as it was written. */
export function readState(connection: SqliteConnection): StoreState {
  const row = connection.get(READ_STATE)
  if (row === undefined) throw damaged('the state is gone')
  const crc = crcOf(...STATE_COLUMNS.map((column) => numberOf(row, column)))
  expectSame('The state', crc === row.crc)
  const tally = (table: string): Tally => ({
    count: numberOf(row, table),
    digest: numberOf(row, `${table}_digest`),
  })
  return {
    revision: numberOf(row, 'revision'),
    forgotten: numberOf(row, 'forgotten'),
    hasFullText: numberOf(row, 'full_text') === 1,
    tools: tally('tools'),
    idsDigest: numberOf(row, 'ids_digest'),
    gone: tally('gone'),
    items: tally('items'),
    crc,
  }
}

/** Writes the row; gives the state with its checksum. */
export function writeState(connection: SqliteConnection, state: StoreState): StoreState {
  const { tools, gone, items } = state
  const values = [
    state.revision,
    state.forgotten,
    state.hasFullText ? 1 : 0,
    tools.count,
    tools.digest,
    state.idsDigest,
    gone.count,
    gone.digest,
    items.count,
    items.digest,
  ]
  const crc = crcOf(...values)
  connection.run(WRITE_STATE, ...values, crc)
  return { ...state, crc }
}
