/** Records a page has. */
const PAGE_SIZE = 500

export const READ_REVISION = {
  name: 'revision',
  text: `select revision, forgotten from catalog`,
}

/** A statement that reads page after page. */
export interface PageStatement {
  readonly name: string
  readonly text: string
}

/**
 * A page of the catalog as it was at revision $1, behind the id $2: the tools that did not change since, and what stood
 * in the place of the others. No transaction stays open between two pages, so a reader may take its time.
 */
function pageOf(column: 'record' | 'summary'): string {
  return `
select c.forgotten, v.id, v.body, v.is_previous
from catalog c left join lateral (
  (select id, ${column} as body, false as is_previous from tool
    where id > $2 and revision <= $1 order by id limit ${PAGE_SIZE})
  union all
  (select id, previous, true from (
      select distinct on (id) id, previous from change
      where of = 't' and id > $2 and revision > $1 order by id, revision
    ) before
    where previous is not null order by id limit ${PAGE_SIZE})
  order by id limit ${PAGE_SIZE}
) v on true
order by v.id`
}

export const READ_RECORDS: PageStatement = { name: 'records', text: pageOf('record') }
export const READ_SUMMARIES: PageStatement = { name: 'summaries', text: pageOf('summary') }

/** A page of ids that changed after revision $1 up to $2, behind the id $3, each with its record at $2 or null. */
export const READ_CHANGES = {
  name: 'changes',
  text: `
select c.forgotten, v.id, v.body
from catalog c left join lateral (
  select ids.id, case when n.id is null then t.record else n.previous end as body
  from (
    select distinct id from change
    where of = 't' and id > $3 and revision > $1 and revision <= $2 order by id limit ${PAGE_SIZE}
  ) ids
  left join lateral (
    select id, previous from change
    where of = 't' and id = ids.id and revision > $2 order by revision limit 1
  ) n on true
  left join tool t on t.id = ids.id
) v on true
order by v.id`,
}

/** Batches of the feed that are read at once. */
const BATCHES_AT_ONCE = 64

/** The batches after revision $1, each change with what it left behind, or null for what was taken away. */
export const READ_BATCHES = {
  name: 'batches',
  text: `
select k.forgotten, k.revision as latest, b.revision, c.of, c.id, c.key,
  extract(epoch from clock_timestamp() - b.written_at)::float8 * 1000 as age,
  case when n.revision is null then coalesce(t.record, i.value) else n.previous end as body
from catalog k
left join batch b on b.revision > $1 and b.revision <= $1::bigint + ${BATCHES_AT_ONCE}
left join change c on c.revision = b.revision
left join lateral (
  select n.revision, n.previous from change n
  where n.of = c.of and n.id = c.id and n.key = c.key and n.revision > c.revision
  order by n.revision limit 1
) n on true
left join tool t on c.of = 't' and t.id = c.id
left join item i on c.of = 'i' and i.kind = c.id and i.key = c.key
order by b.revision, c.of, c.id, c.key`,
}

export const GET_RECORDS = { name: 'get', text: `select id, record from tool where id = any($1::text[])` }

export const READ_ITEMS = { name: 'items', text: `select key, value from item where kind = $1` }

export const SAVE_CHECKPOINT = {
  text: `insert into checkpoint (name, revision, bytes) values ($1, $2, $3)
on conflict (name) do update set revision = excluded.revision, bytes = excluded.bytes`,
}

export const LOAD_CHECKPOINT = { text: `select revision, bytes from checkpoint where name = $1` }

export const GET_VECTORS = {
  name: 'vectors',
  text: `select key, vector from embedding where key = any($1::text[])`,
}

export const SET_VECTORS = {
  text: `insert into embedding (key, vector) select * from unnest($1::text[], $2::bytea[])
on conflict (key) do update set vector = excluded.vector`,
}
