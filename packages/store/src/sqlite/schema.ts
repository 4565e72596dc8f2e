import { SEARCH_FIELDS, StoreFormatUnknownError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { SqliteConnection } from './connection.ts'
import { crcOf } from './row-checks.ts'

/** Says that a database is a store of Toolscout: `TSct` in ASCII. */
const APPLICATION_ID = 0x54_53_63_74

/**
 * What leads from each format to the next; the first makes a store of an empty file. Formats are numbered from 1. What
 * was released stays as it is: another format is another entry.
 */
const MIGRATIONS: readonly string[] = [
  `
create table state (
  one integer primary key check (one = 1),
  revision integer not null, forgotten integer not null, searched_by integer not null,
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
create table pending (number integer primary key) strict;
create table segments (number integer primary key, crc integer not null, numbers blob not null, lengths blob not null) strict;
create table postings (
  segment integer not null, term text not null, crc integer not null, count integer not null, data blob not null,
  primary key (segment, term)) strict, without rowid;
create virtual table search using fts5(
  ${SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')},
  content='', contentless_delete=1, tokenize='porter unicode61');
`,
]

/** The format this version writes. */
export const FORMAT: number = MIGRATIONS.length

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
 * @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN` for what is newer, or was not made by Toolscout; nothing of it
 * has changed then.
 */
export function setUp(connection: SqliteConnection, path: string): void {
  checkFormat(connection, path, FORMAT)
  connection.exec(SETTINGS)
}

/**
 * Brings a database to the newest format, in one step or not at all. An empty one becomes a store.
 *
 * @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN` for what is newer, or was not made by Toolscout.
 */
export function migrate(
  connection: SqliteConnection,
  path: string,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const known = migrations.length
  const found = readNumber(connection, 'pragma user_version')
  if (found === known && readNumber(connection, 'pragma application_id') === APPLICATION_ID) return
  connection.exec('begin immediate')
  checkFormat(connection, path, known)
  for (const migration of migrations.slice(readNumber(connection, 'pragma user_version'))) {
    connection.exec(migration)
  }
  if (found === 0) connection.exec(`pragma application_id = ${APPLICATION_ID}`)
  connection.exec(`pragma user_version = ${known}`)
  connection.exec('commit')
}

/** @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN`. */
function checkFormat(connection: SqliteConnection, path: string, known: number): void {
  const format = readNumber(connection, 'pragma user_version')
  const application = readNumber(connection, 'pragma application_id')
  const tables = readNumber(connection, 'select count(*) from sqlite_schema')
  const isEmpty = tables === 0 && format === 0 && application === 0
  if (isEmpty || (application === APPLICATION_ID && format > 0 && format <= known)) return
  const isOurs = application === APPLICATION_ID
  const message = isOurs
    ? `${quote(path)} has format ${format}; this version knows formats up to ${known}. Update Toolscout.`
    : `${quote(path)} is a database of something else; choose another file.`
  throw new StoreFormatUnknownError(message, { store: 'sqlite', format: isOurs ? format : 0, known })
}

function readNumber(connection: SqliteConnection, sql: string): number {
  return Number(Object.entries(connection.get(sql) ?? {}).find(([column]) => column !== '_metadata')?.[1])
}
