/** Raised when a batch was made for another revision; the detail is the latest. */
export const STALE_REVISION_STATE = 'TS001'
/** Raised when the texts of a catalog are indexed by another analysis; the detail is that one. */
export const OTHER_ANALYSIS_STATE = 'TS002'

/** Raised when the tables are of another format than a batch is written for; the detail is that one. */
export const OTHER_FORMAT_STATE = 'TS004'

/** Raised when a batch comes after its sender gave it up. */
const REFUSED_BATCH_STATE = 'TS003'

/**
 * A batch is one call of one function: it runs in one transaction that no stalled client can leave open. Each statement
 * of such a function sees what was committed before it began, so behind the lock it sees all batches before.
 *
 * The lock on the row of the catalog is held until the commit, so the revision that is handed out behind it is seen by
 * nobody who does not see all smaller ones: a reader that asks for what is greater than its last one misses nothing.
 * A sequence cannot promise that, for it counts without waiting for commits.
 *
 * The words of a batch come packed and stay so; documents get numbers in the order in which they are packed. Texts come
 * joined by the character U+0001.
 */
export const CREATE_APPEND: string = `
create function append_batch(
  p_format int, p_token text, p_expected bigint, p_analysis text, p_history bigint,
  p_joined_ids text, p_records text, p_summaries text, p_lengths int[], p_packed bytea,
  p_gone text[],
  p_item_kinds text[], p_item_keys text[], p_item_values text[],
  p_gone_kinds text[], p_gone_keys text[],
  out revision bigint, out unsealed bigint
) language plpgsql as $$
declare
  latest bigint;
  numbered bigint;
  sealed bigint;
  indexed_by text;
  written_in int;
  ids text[] := string_to_array(p_joined_ids, chr(1));
  changed text[] := ids || p_gone;
  gone_documents bigint;
  gone_length bigint;
begin
  select c.format, c.revision, c.analysis, c.next_number, c.sealed_to
  into written_in, latest, indexed_by, numbered, sealed
  from catalog c for update;
  if written_in <> p_format then
    raise exception 'other format' using errcode = '${OTHER_FORMAT_STATE}', detail = written_in::text;
  end if;
  if exists (select from refused_batch where token = p_token) then
    raise exception 'refused batch' using errcode = '${REFUSED_BATCH_STATE}';
  end if;
  if p_expected is not null and p_expected <> latest then
    raise exception 'stale revision' using errcode = '${STALE_REVISION_STATE}', detail = latest::text;
  end if;
  if indexed_by <> p_analysis then
    raise exception 'other analysis' using errcode = '${OTHER_ANALYSIS_STATE}', detail = indexed_by;
  end if;
  latest := latest + 1;

  insert into change (of, id, key, revision, previous)
  select 't', c.id, '', latest, t.record
  from unnest(changed) c(id) left join tool t using (id);
  insert into change (of, id, key, revision, previous)
  select 'i', c.kind, c.key, latest, i.value
  from unnest(p_item_kinds || p_gone_kinds, p_item_keys || p_gone_keys) c(kind, key)
  left join item i using (kind, key);

  with dead as (
    insert into tombstone (number, revision)
    select t.number, latest from tool t where t.id = any(changed)
    returning number
  )
  select count(*), coalesce(sum(t.length), 0) into gone_documents, gone_length
  from dead join tool t using (number);

  update catalog c set
    revision = latest,
    next_number = c.next_number + cardinality(ids),
    documents = c.documents + cardinality(ids) - gone_documents,
    total_length = c.total_length + (select coalesce(sum(l), 0) from unnest(p_lengths) l) - gone_length,
    forgotten = greatest(c.forgotten, latest - p_history);
  insert into batch (revision, token) values (latest, p_token);

  delete from tool where id = any(p_gone);
  if cardinality(ids) > 0 then
    insert into tool (id, number, revision, length, record, summary)
    select d.id, numbered + d.place - 1, latest, d.length, d.record, d.summary
    from unnest(ids, p_lengths, string_to_array(p_records, chr(1)), string_to_array(p_summaries, chr(1)))
      with ordinality d(id, length, record, summary, place)
    on conflict (id) do update set number = excluded.number, revision = excluded.revision,
      length = excluded.length, record = excluded.record, summary = excluded.summary;
    insert into delta (revision, first, documents, bytes)
    values (latest, numbered, cardinality(ids), p_packed);
  end if;

  delete from item i using unnest(p_gone_kinds, p_gone_keys) g(kind, key)
  where i.kind = g.kind and i.key = g.key;
  insert into item (kind, key, revision, value)
  select d.kind, d.key, latest, d.value from unnest(p_item_kinds, p_item_keys, p_item_values) d(kind, key, value)
  on conflict (kind, key) do update set revision = excluded.revision, value = excluded.value;

  delete from change c where c.revision <= latest - p_history;
  delete from batch b where b.revision <= latest - p_history;
  revision := latest;
  unsealed := numbered + cardinality(ids) - 1 - sealed;
end $$`

/** Takes away the function of an older format, so that nodes of that format write nothing any more. */
export const DROP_APPEND = 'drop function append_batch'

export const APPEND_BATCH = {
  name: 'append_batch',
  text: `select revision, unsealed from append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
}

/**
 * Whether a batch was taken in, when the answer to it was lost; asked behind the lock of the catalog. What was sent may
 * still be on its way, so a batch that is not there is refused from now on.
 */
export const FIND_BATCH = { text: `select revision from batch where token = $1` }
export const REFUSE_BATCH = { text: `insert into refused_batch (token) values ($1) on conflict do nothing` }
