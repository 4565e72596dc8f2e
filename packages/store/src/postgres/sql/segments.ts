/**
 * What changed after revision $1: documents that are no longer there, and what was appended and is not sealed. One
 * statement sees one moment. Each batch stands behind its first number and how many bytes it has.
 */
export const READ_CHANGES_OF_INDEX = {
  name: 'index_changes',
  text: `
select c.format, c.revision, c.documents, c.total_length, c.layout, c.sealed_to,
  (select string_agg(int8send(number), '') from tombstone where revision > $1::bigint) as dead,
  (select string_agg(int8send(first) || int4send(length(bytes)) || bytes, '' order by revision)
    from delta where revision > $1::bigint) as appended
from catalog c`,
}

export const LIST_SEGMENTS = {
  text: `select id, first, last, documents, pages from segment where state = 'l' order by first`,
}

/** What a node keeps of a segment as long as it is there. */
export const READ_SEGMENT = {
  text: `
select s.document_table, s.directory,
  (select string_agg(int8send(number), '') from tombstone where number >= s.first and number <= s.last) as dead
from segment s where s.id = $1`,
}

/** Pages of segments $1 from $2 up to $3. */
export const READ_PAGES = {
  name: 'pages',
  text: `
select p.segment, p.page, p.bytes
from unnest($1::int[], $2::int[], $3::int[]) w(segment, low, high)
join page p on p.segment = w.segment and p.page >= w.low and p.page < w.high`,
}

export const READ_SUMMARIES_OF_HITS = {
  name: 'hits',
  text: `select number, id, summary from tool where number = any($1::bigint[])`,
}

/** Whoever has the lease $1 has it for another $2 milliseconds, or somebody gets one that has run out. */
export const TAKE_UPKEEP = {
  text: `update upkeep set token = $1, until = now() + $2::float8 * interval '1 ms'
where token = $1 or until < now() returning true as taken`,
}
export const LEAVE_UPKEEP = { text: `update upkeep set until = '-infinity' where token = $1` }

/** What might be tended: unsealed documents, and segments with how many of their documents are gone. */
export const READ_UNSEALED = {
  text: `select next_number - 1 - sealed_to as unsealed, sealed_to, revision from catalog`,
}
export const WEIGH_SEGMENTS = {
  text: `
select s.id, s.first, s.last, s.documents, s.pages,
  (select count(*) from tombstone t where t.number >= s.first and t.number <= s.last) as dead
from segment s where s.state = 'l' order by s.first`,
}

/** Batches to be sealed, at most so many documents that they are held at once, and at least one. */
export const READ_DELTA = {
  text: `
select first, documents, bytes from (
  select d.first, d.documents, d.bytes, sum(d.documents) over (order by d.first) - d.documents as before
  from delta d
) batches where before < $1::bigint order by first`,
}
export const READ_TOMBSTONES = {
  text: `select number from tombstone where number > $1 and number <= $2`,
}

export const BEGIN_SEGMENT = {
  text: `insert into segment (state, first, last) values ('b', $1, $2) returning id`,
}
/**
 * Takes the pages in one piece: where each begins there, from 1, and how long it is. The segment is held meanwhile, so
 * that no page stays behind of one that was dropped because its builder took too long.
 */
export const WRITE_PAGES = {
  name: 'write_pages',
  text: `
with own as (select id from segment where id = $1 and state = 'b' for key share)
insert into page (segment, page, bytes)
select own.id, $2::int + place::int - 1, substring($3::bytea from start for size)
from own, unnest($4::int[], $5::int[]) with ordinality u(start, size, place)`,
}
export const END_SEGMENT = {
  text: `update segment set documents = $2, pages = $3, document_table = $4, directory = $5
where id = $1 and state = 'b' returning id`,
}

/** The documents of a range that are there, in the order of their ids. */
export const OPEN_ORDER = {
  text: `declare ordered no scroll cursor for
select number from tool where number >= $1 and number <= $2 order by id`,
}
export const FETCH_ORDER = { text: `fetch 20000 from ordered` }

/** Puts a segment in the place of others, behind the lock of the catalog. */
export const OPEN_SEGMENT = {
  text: `update segment set state = case when documents > 0 then 'l' else 'r' end::"char",
  retired_at = case when documents > 0 then null else now() end
where id = $1 and state = 'b' returning id`,
}
export const RETIRE_SEGMENTS = {
  text: `update segment set state = 'r', retired_at = now(), document_table = null, directory = null
where id = any($1::int[]) and state = 'l' returning id`,
}
export const FORGET_TOMBSTONES = {
  text: `delete from tombstone where number >= $1 and number <= $2 and revision <= $3`,
}
export const FORGET_DELTA = { text: `delete from delta where first <= $1` }
/** What was appended after $1 is sealed up to $2, unless somebody else was faster. */
export const NOTE_SEALED = {
  text: `update catalog set layout = layout + 1, sealed_to = $2 where sealed_to = $1 returning layout`,
}
export const NOTE_LAYOUT = { text: `update catalog set layout = layout + 1` }

/** What nobody reads any more, and what somebody began and did not end. Asked by whoever has the lease. */
export const DROP_UNUSED = {
  text: `
with unused as (
  delete from segment
  where state = 'b' or state = 'r' and retired_at < now() - $1::float8 * interval '1 ms'
  returning id
)
delete from page using unused where page.segment = unused.id`,
}
