import { STEM_BITS } from '../term-hash.ts'

/** One node at a time; the others find it done. */
export const TRY_UPKEEP = { text: `select pg_try_advisory_xact_lock(hashtext(current_schema()), 1) as taken` }

/** Whether champions are of a catalog that has changed by more than a tenth since, and big enough to need any. */
export const NEEDS_CHAMPIONS = {
  text: `select documents > $1 and abs(touched - champions_touched) > documents / 10 as needed from catalog`,
}

export const FORGET_CHAMPIONS = { text: `delete from champion` }

/** For each of the terms $5 the best $1 tools by BM25F, whose parameters $2 to $4 are the unit, `flat` and `slope`. */
export const CHOOSE_CHAMPIONS = {
  text: `
insert into champion (hash, place, number)
select hash, place, number from (
  select hash, number, row_number() over (partition by hash order by weight desc, number) as place
  from (
    select e.hash, s.number,
      abs(e.frequency) * $2::float8 / (abs(e.frequency) * $2::float8 + $3::float8 + $4::float8 * s.length) as weight
    from tool_search s, unnest(s.terms, s.frequencies) e(hash, frequency)
    where e.hash = any($5::int4[])
  ) weighed
) ranked
where place <= $1`,
}

export const FREQUENT_TERMS = { text: `select hash from term where documents > $1` }

export const READ_TOTALS = { text: `select documents, total_length from catalog` }

export const NOTE_CHAMPIONS = { text: `update catalog set champions_touched = touched` }

export const DROP_EMPTY_TERMS = { text: `delete from term where documents = 0` }

/** Everything that a page of tools is checked by. */
export const READ_ENTRIES = {
  text: `
select t.id, t.record, t.summary, s.terms::text, s.frequencies::text, s.facets::text, s.length
from tool t left join tool_search s using (number)
where t.id > $1 order by t.id limit 500`,
}

export const FIND_STRAYS = {
  text: `select count(*) as strays from tool_search s where not exists (select from tool t where t.number = s.number)`,
}

const COUNTED_TERMS = `
  select hash, count(*) as documents from (
    select e.hash from tool_search s, unnest(s.terms, s.frequencies) e(hash, frequency)
    union all
    select e.hash # (${STEM_BITS}) from tool_search s, unnest(s.terms, s.frequencies) e(hash, frequency)
    where e.frequency < 0
  ) entries group by hash`

/** How many words have a count that is not that of the rows. */
export const FIND_MISCOUNTED_TERMS = {
  text: `
select count(*) as terms from (${COUNTED_TERMS}) counted
full join (select hash, documents from term where documents <> 0) kept using (hash)
where counted.documents is distinct from kept.documents`,
}

/** What the catalog says of itself beside what is there. */
export const COMPARE_TOTALS = {
  text: `
select c.revision, c.forgotten, c.documents, c.total_length, r.documents as counted, r.total_length as summed,
  (select count(*) from tool) as tools, b.batches, b.first, b.last
from catalog c,
  (select count(*) as documents, coalesce(sum(length), 0) as total_length from tool_search) r,
  (select count(*) as batches, min(revision) as first, max(revision) as last from batch) b`,
}

export const LOCK_CATALOG = { text: `select revision from catalog for update` }
export const DELETE_STRAYS = {
  text: `delete from tool_search s where not exists (select from tool t where t.number = s.number)`,
}
export const DELETE_TOOLS = {
  text: `with gone as (delete from tool where id = any($1::text[]) returning number)
delete from tool_search using gone where tool_search.number = gone.number`,
}
export const WRITE_SUMMARIES = {
  text: `update tool set summary = d.summary from unnest($1::text[], $2::text[]) d(id, summary)
where tool.id = d.id`,
}
export const WRITE_SEARCH_ROWS = {
  text: `
insert into tool_search (number, length, terms, frequencies, facets)
select t.number, d.length, d.terms::int4[], d.frequencies::int2[], d.facets::int4[]
from unnest($1::text[], $2::float8[], $3::text[], $4::text[], $5::text[]) d(id, length, terms, frequencies, facets)
join tool t using (id)
on conflict (number) do update
  set length = excluded.length, terms = excluded.terms,
    frequencies = excluded.frequencies, facets = excluded.facets`,
}
export const FORGET_TERMS = { text: `delete from term` }
export const COUNT_TERMS = { text: `insert into term (hash, documents) ${COUNTED_TERMS}` }
export const WRITE_TOTALS = {
  text: `
update catalog set documents = r.documents, total_length = r.total_length, analysis = $1,
  forgotten = case when $2::boolean then revision else forgotten end
from (select count(*) as documents, coalesce(sum(length), 0) as total_length from tool_search) r`,
}
export const FORGET_HISTORY = { text: `delete from change` }
export const FORGET_BATCHES = { text: `delete from batch` }
