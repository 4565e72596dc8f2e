import { StoreFormatUnknownError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { SqliteConnection } from './connection.ts'
import { CREATE_FULL_TEXT } from './full-text.ts'
import { crcOf } from './row-checks.ts'

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
function isEmpty(connection: SqliteConnection, path: string): boolean {
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
