import { OTHER_FORMAT_STATE, REFUSED_BATCH_STATE, STALE_REVISION_STATE } from './failures.ts'

/**
 * A batch is one call of one function: it runs in one transaction that no stalled client can leave open. Each statement
 * of such a function sees what was committed before it began, so behind the lock it sees all batches before.
 *
 * The lock on the row of the catalog is held until the commit, so revisions become visible in order: a reader that asks
 * for what is greater than its last one misses nothing. A sequence cannot promise that, for it counts without waiting
 * for commits. Texts come joined by the character U+0001.
 */
export const CREATE_APPEND: string = `
create function append_batch(
  p_format int, p_token text, p_expected bigint, p_history bigint,
  p_joined_ids text, p_records text, p_gone text[],
  p_item_kinds text[], p_item_keys text[], p_item_values text[],
  p_gone_kinds text[], p_gone_keys text[]
) returns bigint language plpgsql as $$
declare
  latest bigint;
  written_in int;
  ids text[] := string_to_array(p_joined_ids, chr(1));
  changed text[] := ids || p_gone;
begin
  select c.format, c.revision into written_in, latest from catalog c for update;
  if written_in <> p_format then
    raise exception 'other format' using errcode = '${OTHER_FORMAT_STATE}', detail = written_in::text;
  end if;
  if exists (select from refused_batch where token = p_token) then
    raise exception 'refused batch' using errcode = '${REFUSED_BATCH_STATE}';
  end if;
  if p_expected is not null and p_expected <> latest then
    raise exception 'stale revision' using errcode = '${STALE_REVISION_STATE}', detail = latest::text;
  end if;
  latest := latest + 1;

  insert into change (of, id, key, revision, previous)
  select 't', c.id, '', latest, t.record
  from unnest(changed) c(id) left join tool t using (id);
  insert into change (of, id, key, revision, previous)
  select 'i', c.kind, c.key, latest, i.value
  from unnest(p_item_kinds || p_gone_kinds, p_item_keys || p_gone_keys) c(kind, key)
  left join item i using (kind, key);

  update catalog c set revision = latest, forgotten = greatest(c.forgotten, latest - p_history);
  insert into batch (revision, token) values (latest, p_token);

  delete from tool where id = any(p_gone);
  insert into tool (id, revision, record)
  select d.id, latest, d.record from unnest(ids, string_to_array(p_records, chr(1))) d(id, record)
  on conflict (id) do update set revision = excluded.revision, record = excluded.record;

  delete from item i using unnest(p_gone_kinds, p_gone_keys) g(kind, key)
  where i.kind = g.kind and i.key = g.key;
  insert into item (kind, key, revision, value)
  select d.kind, d.key, latest, d.value from unnest(p_item_kinds, p_item_keys, p_item_values) d(kind, key, value)
  on conflict (kind, key) do update set revision = excluded.revision, value = excluded.value;

  delete from change c where c.revision <= latest - p_history;
  delete from batch b where b.revision <= latest - p_history;
  return latest;
end $$`
