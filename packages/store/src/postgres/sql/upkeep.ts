import { FORMAT } from './schema.ts'

/** Everything that a page of tools is checked by, in the order of ids or of numbers. */
export const READ_ENTRIES = {
  text: `select id, number, length, record, summary from tool where id > $1 order by id limit 500`,
}
export const READ_ENTRIES_BY_NUMBER = {
  text: `select id, number, length, record, summary from tool where number > $1 order by number limit 500`,
}

/** What the catalog says of itself beside what is there. */
export const COMPARE_TOTALS = {
  text: `
select c.revision, c.forgotten, c.documents, c.total_length, c.next_number, c.sealed_to,
  t.tools, t.total_length as summed, b.batches, b.first, b.last
from catalog c,
  (select count(*) as tools, coalesce(sum(length), 0) as total_length from tool) t,
  (select count(*) as batches, min(revision) as first, max(revision) as last from batch) b`,
}

export const LOCK_CATALOG = { text: `select format, revision, next_number from catalog for update` }
export const DELETE_TOOLS = { text: `delete from tool where id = any($1::text[])` }
export const CORRECT_TOOLS = {
  text: `update tool set summary = d.summary, length = d.length
from unnest($1::text[], $2::text[], $3::int[]) d(id, summary, length) where tool.id = d.id`,
}
export const WRITE_TOTALS = {
  text: `
update catalog set format = ${FORMAT}, documents = t.documents, total_length = t.total_length, analysis = $1,
  sealed_to = greatest(next_number - 1, t.last), next_number = greatest(next_number, t.last + 1),
  layout = layout + 1,
  forgotten = case when $2::boolean then revision else forgotten end
from (select count(*) as documents, coalesce(sum(length), 0) as total_length, coalesce(max(number), 0) as last
  from tool) t`,
}
export const FORGET_HISTORY = { text: `delete from change` }
export const FORGET_BATCHES = { text: `delete from batch` }

/** Takes away the whole search index. Who writes pages holds their segment, so without it none come after them. */
export const FORGET_INDEX: readonly string[] = ['segment', 'page', 'delta', 'tombstone'].map(
  (table) => `delete from ${table}`,
)
