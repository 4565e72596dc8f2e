/** The format of the tables; a newer one is refused. */
export const FORMAT = 4
/** Since this one only the pages of the search index have changed, which follow from the definitions. */
export const OLDEST_MIGRATED = 3

/**
 * Makes the schema that `toolscout.schema` names. A name cannot be a parameter, and statements that users' texts go
 * into are never put together from them; what is executed here is quoted by the database itself.
 */
export const CREATE_SCHEMA = `
do $$ begin
  if to_regnamespace(quote_ident(current_setting('toolscout.schema'))) is not null then return; end if;
  execute format('create schema if not exists %I', current_setting('toolscout.schema'));
end $$`

/** Whether the tables are there. */
export const FIND_TABLES = `select to_regclass('catalog') is not null as found`

export const READ_FORMAT = `select format, analysis from catalog`

/** Where definitions and their history lie. */
const CATALOG_TABLES: readonly string[] = [
  // One row that every batch locks, so that revisions are handed out in the order in which they become visible.
  `create table catalog (
    one boolean primary key default true check (one),
    format int not null,
    analysis text not null,
    revision bigint not null default 0,
    forgotten bigint not null default 0,
    documents bigint not null default 0,
    total_length bigint not null default 0,
    next_number bigint not null default 1,
    sealed_to bigint not null default 0,
    layout bigint not null default 0)`,
  // Each content of a tool has a number of its own, by which the search index knows it.
  `create table tool (
    id text collate "C" primary key,
    number bigint not null,
    revision bigint not null,
    length int not null,
    record text not null,
    summary text not null)`,
  `create unique index tool_number on tool (number)`,
  `create table item (
    kind text collate "C" not null,
    key text collate "C" not null,
    revision bigint not null,
    value text not null,
    primary key (kind, key))`,
  // What a batch changed, and what stood there before: every revision that is not forgotten can be read.
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
  // Batches whose senders were told that they were not taken in.
  `create table refused_batch (
    token text primary key,
    at timestamptz not null default now())`,
  `create table checkpoint (
    name text collate "C" primary key,
    revision bigint not null,
    bytes bytea not null)`,
  `create table embedding (
    key text collate "C" primary key,
    vector bytea not null)`,
]

/** Where the search index lies; all of it follows from the definitions. */
const INDEX_TABLES: readonly string[] = [
  // What was appended since the last segment was sealed, a row a batch.
  `create table delta (
    revision bigint primary key,
    first bigint not null,
    documents int not null,
    bytes bytea not null)`,
  `alter table delta alter bytes set storage external`,
  // Documents up to that number, from that one on; state: b being built, l live, r retired.
  `create table segment (
    id int generated always as identity primary key,
    state "char" not null,
    first bigint not null,
    last bigint not null,
    documents int not null default 0,
    pages int not null default 0,
    document_table bytea,
    directory bytea,
    retired_at timestamptz)`,
  `alter table segment alter document_table set storage external, alter directory set storage external`,
  `create table page (
    segment int not null,
    page int not null,
    bytes bytea not null,
    primary key (segment, page))`,
  `alter table page alter bytes set storage plain`,
  // Documents that are no longer there, until the segments they lie in are written anew.
  `create table tombstone (
    number bigint primary key,
    revision bigint not null)`,
  `create index tombstone_revision on tombstone (revision)`,
  // Who tends the index, and until when nobody else does.
  `create table upkeep (
    one boolean primary key default true check (one),
    token text not null,
    until timestamptz not null)`,
  `insert into upkeep (token, until) values ('', '-infinity')`,
]

/**
 * Ids compare by bytes ("C"), which for ids is the order of code units, whatever locale the database has. Records are
 * text and not jsonb, which would change the order of members and refuses the character U+0000.
 */
export const CREATE_TABLES: readonly string[] = [...CATALOG_TABLES, ...INDEX_TABLES]

/** Takes the format and the fingerprint of the analysis. */
export const CREATE_CATALOG = `insert into catalog (format, analysis) values ($1, $2)`

/** One node at a time makes tables; the number is nobody else's. */
export const LOCK_SCHEMA = `select pg_advisory_xact_lock(hashtext('toolscout.schema'), hashtext(current_setting('toolscout.schema')))`
