import { STEM_BITS } from '../term-hash.ts'

/** Raised when a batch was made for another revision; the detail is the latest. */
export const STALE_REVISION_STATE = 'TS001'
/** Raised when the texts of a catalog are indexed by another analysis; the detail is that one. */
export const OTHER_ANALYSIS_STATE = 'TS002'

/** Raised when a batch comes after its sender gave it up. */
const REFUSED_BATCH_STATE = 'TS003'

/**
 * A batch is one call of one function: it runs in one transaction that no stalled client can leave open. Each statement
 * of such a function sees what was committed before it began, so behind the lock it sees all batches before.
 *
 * The lock on the row of the catalog is held until the commit, so the revision that is handed out behind it is seen by
 * nobody who does not see all smaller ones: a reader that asks for what is greater than its last one misses nothing.
 * A sequence cannot promise that, for it counts without waiting for commits.
 */
export const CREATE_APPEND: string = `
create function append_batch(
  p_token text, p_expected bigint, p_analysis text, p_history bigint,
  p_ids text[], p_records text[], p_summaries text[],
  p_terms text[], p_frequencies text[], p_facets text[], p_lengths float8[],
  p_gone text[],
  p_item_kinds text[], p_item_keys text[], p_item_values text[],
  p_gone_kinds text[], p_gone_keys text[]
) returns bigint language plpgsql as $$
declare
  latest bigint;
  indexed_by text;
  changed text[] := p_ids || p_gone;
begin
  select revision, analysis into latest, indexed_by from catalog for update;
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

  with entries as (
    select e.hash, e.frequency, -1 as moved
    from tool t join tool_search s using (number), unnest(s.terms, s.frequencies) e(hash, frequency)
    where t.id = any(changed)
    union all
    select e.hash, e.frequency, 1
    from unnest(p_terms, p_frequencies) d(terms, frequencies),
      unnest(d.terms::int4[], d.frequencies::int2[]) e(hash, frequency)
  ), moves as (
    select hash, moved from entries
    union all
    -- A frequency below 0 counts for the word that is spelled like the stem, too.
    select hash # (${STEM_BITS}), moved from entries where frequency < 0
  )
  insert into term (hash, documents)
  select hash, sum(moved) from moves group by hash having sum(moved) <> 0
  on conflict (hash) do update set documents = term.documents + excluded.documents;

  update catalog set
    revision = latest,
    touched = touched + cardinality(changed),
    documents = documents + cardinality(p_ids)
      - (select count(*) from tool where id = any(changed)),
    total_length = total_length + (select coalesce(sum(l), 0) from unnest(p_lengths) l)
      - (select coalesce(sum(s.length), 0) from tool t join tool_search s using (number) where t.id = any(changed)),
    forgotten = greatest(forgotten, latest - p_history);
  insert into batch (revision, token) values (latest, p_token);

  with gone as (delete from tool where id = any(p_gone) returning number)
  delete from tool_search using gone where tool_search.number = gone.number;
  with written as (
    insert into tool (id, revision, record, summary)
    select id, latest, record, summary from unnest(p_ids, p_records, p_summaries) d(id, record, summary)
    on conflict (id) do update
      set revision = excluded.revision, record = excluded.record, summary = excluded.summary
    returning id, number
  )
  insert into tool_search (number, length, terms, frequencies, facets)
  select w.number, d.length, d.terms::int4[], d.frequencies::int2[], d.facets::int4[]
  from written w
  join unnest(p_ids, p_lengths, p_terms, p_frequencies, p_facets) d(id, length, terms, frequencies, facets)
    using (id)
  on conflict (number) do update
    set length = excluded.length, terms = excluded.terms,
      frequencies = excluded.frequencies, facets = excluded.facets
    where (tool_search.length, tool_search.terms, tool_search.frequencies, tool_search.facets)
      is distinct from (excluded.length, excluded.terms, excluded.frequencies, excluded.facets);

  delete from item i using unnest(p_gone_kinds, p_gone_keys) g(kind, key)
  where i.kind = g.kind and i.key = g.key;
  insert into item (kind, key, revision, value)
  select kind, key, latest, value from unnest(p_item_kinds, p_item_keys, p_item_values) d(kind, key, value)
  on conflict (kind, key) do update set revision = excluded.revision, value = excluded.value;

  delete from change where revision <= latest - p_history;
  delete from batch where revision <= latest - p_history;
  return latest;
end $$`

export const APPEND_BATCH = {
  name: 'append_batch',
  text: `select append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as revision`,
}

/**
 * Whether a batch was taken in, when the answer to it was lost; asked behind the lock of the catalog. What was sent may
 * still be on its way, so a batch that is not there is refused from now on.
 */
export const FIND_BATCH = { text: `select revision from batch where token = $1` }
export const REFUSE_BATCH = { text: `insert into refused_batch (token) values ($1) on conflict do nothing` }
