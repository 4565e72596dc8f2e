import { CREATE_APPEND } from './append-function.ts'
import type { Database, Row } from './database.ts'
import { FORMAT, unknownFormat } from './failures.ts'

/**
 * Makes the schema that `toolscout.schema` names. A name cannot be a parameter, and statements that take users' texts
 * are never put together from them; what is executed here is quoted by the database itself.
 */
const CREATE_SCHEMA = `
do $$ begin
  if to_regnamespace(quote_ident(current_setting('toolscout.schema'))) is not null then return; end if;
  execute format('create schema if not exists %I', current_setting('toolscout.schema'));
end $$`

/**
 * Ids compare by bytes ("C"), which for ids is the order of code units, whatever locale the database has. Records are
 * text and not jsonb, which would change the order of members and refuses the character U+0000.
 */
const CREATE_TABLES = [
  // One row that every batch locks, so that revisions become visible in the order in which they are assigned.
  `create table catalog (
    one boolean primary key default true check (one),
    format int not null,
    revision bigint not null default 0,
    forgotten bigint not null default 0)`,
  `create table tool (
    id text collate "C" primary key,
    revision bigint not null,
    record text not null)`,
  `create table item (
    kind text collate "C" not null,
    key text collate "C" not null,
    revision bigint not null,
    value text not null,
    primary key (kind, key))`,
  // What a batch changed, and what was there before: every revision that is not forgotten can be read.
  `create table change (
    of "char" not null,
    id text collate "C" not null,
    key text collate "C" not null,
    revision bigint not null,
    previous text,
    primary key (of, id, key, revision))`,
  `create index change_revision on change (revision)`,
  `create table batch (
    revision bigint primary key,
    token text not null unique,
    written_at timestamptz not null default clock_timestamp())`,
  // Batches that were reported to their senders as not written.
  `create table refused_batch (
    token text primary key,
    at timestamptz not null default now())`,
  `create table checkpoint (
    name text collate "C" primary key,
    revision bigint not null,
    bytes bytea not null)`,
  // Without compression, which gains little, any piece of it is read as fast as the first.
  `alter table checkpoint alter column bytes set storage external`,
  `create table embedding (
    key text collate "C" primary key,
    vector bytea not null)`,
  CREATE_APPEND,
]

/** One node at a time makes tables; no other program uses this number. */
export const LOCK_SCHEMA = {
  text: `select pg_advisory_xact_lock(hashtext('toolscout.schema'), hashtext(current_setting('toolscout.schema')))`,
}

/** Locks the catalog until the transaction ends; gives its format. */
export const LOCK_CATALOG = { text: `select format from catalog for update` }

/**
 * Makes the tables where there are none, in one transaction; the node that comes second finds them.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when the tables are of another format.
 */
export async function prepareSchema(database: Pick<Database, 'transact'>): Promise<void> {
  await database.transact('read committed', async (ask) => {
    await ask(LOCK_SCHEMA)
    await ask({ text: CREATE_SCHEMA })
    const [tables] = await ask({ text: `select to_regclass('catalog') is not null as found` })
    if (tables?.found === true) {
      const [catalog] = await ask({ text: `select format from catalog` })
      checkFormat(catalog)
      return
    }
    for (const text of CREATE_TABLES) await ask({ text })
    await ask({ text: `insert into catalog (format) values ($1)` }, [FORMAT])
  })
}

/** @throws StoreFormatUnknownError `STORE_FORMAT_UNKNOWN` for the row of a catalog of another format. */
export function checkFormat(catalog: Row | undefined): void {
  const format = Number(catalog?.format)
  if (format !== FORMAT) throw unknownFormat(format)
}
