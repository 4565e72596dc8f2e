/** A page of tools behind an id, with everything they are checked by. */
export const READ_ENTRIES = {
  text: `select id, record, summary from tool where id > $1 order by id limit 500`,
}

/** What the catalog says of itself, and what is there. */
export const COMPARE_TOTALS = {
  text: `
select c.format, c.revision, c.forgotten, c.tools as counted, t.tools, b.batches, b.first, b.last
from catalog c,
  (select count(*) as tools from tool) t,
  (select count(*) as batches, min(revision) as first, max(revision) as last from batch) b`,
}

export const DELETE_TOOLS = { text: `delete from tool where id = any($1::text[])` }
export const CORRECT_SUMMARIES = {
  text: `update tool set summary = d.summary
from unnest($1::text[], $2::text[]) d(id, summary) where tool.id = d.id`,
}
export const WRITE_TOTALS = {
  text: `
update catalog set tools = (select count(*) from tool),
  forgotten = case when $1::boolean then revision else forgotten end`,
}
export const FORGET_HISTORY: readonly string[] = ['delete from change', 'delete from batch']
