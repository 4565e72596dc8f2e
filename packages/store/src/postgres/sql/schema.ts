/** The format of the tables; another one is refused, an older one would be migrated. */
export const FORMAT = 1

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

/**
 * Ids compare by bytes ("C"), which for ids is the order of code units, whatever locale the database has. Records are
 * text and not jsonb, which would change the order of members and refuses the character U+0000.
 */
export const CREATE_TABLES: readonly string[] = [
  // One row that every batch locks, so that revisions are handed out in the order in which they become visible.
  `create table catalog (
    one boolean primary key default true check (one),
    format int not null,
    analysis text not null,
    revision bigint not null default 0,
    forgotten bigint not null default 0,
    documents bigint not null default 0,
    total_length float8 not null default 0,
    touched bigint not null default 0,
    champions_touched bigint not null default 0)`,
  `create table tool (
    id text collate "C" primary key,
    number bigint generated always as identity unique,
    revision bigint not null,
    record text not null,
    summary text not null)`,
  // Apart from the tools, so that a search reads rows of a few hundred bytes.
  `create table tool_search (
    number bigint primary key,
    length float8 not null,
    terms int4[] not null,
    frequencies int2[] not null,
    facets int4[] not null)`,
  // One index for both, so that what a filter lets through is cut with what has the words before a row is read.
  `create index tool_search_terms on tool_search using gin (terms, facets)`,
  // Half full pages: each batch changes the counts of its words in place.
  `create table term (
    hash int4 primary key,
    documents bigint not null) with (fillfactor = 50)`,
  `create table champion (
    hash int4 not null,
    place int2 not null,
    number bigint not null,
    primary key (hash, place))`,
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
    token text not null unique)`,
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

/** Takes the format and the fingerprint of the analysis. */
export const CREATE_CATALOG = `insert into catalog (format, analysis) values ($1, $2)`

/** One node at a time makes tables; the number is nobody else's. */
export const LOCK_SCHEMA = `select pg_advisory_xact_lock(hashtext('toolscout.schema'), hashtext(current_setting('toolscout.schema')))`
