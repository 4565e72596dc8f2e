import {
  type CatalogRecord,
  type JsonValue,
  RevisionForgottenError,
  StoreDamagedError,
  type ToolSummary,
} from '@toolscout/model'
import {
  type CatalogToolChange,
  messageOf,
  quote,
  readCatalogChange,
  toToolSummary,
} from '@toolscout/model/internal'
import { deepFrozen } from '../deep-frozen.ts'
import type { Ask, Statement } from './database.ts'
import { STORE } from './failures.ts'

/** Records a page has. */
const PAGE_SIZE = 500

/**
 * A page of the catalog as it was at revision $1, behind the id $2: the tools that did not change since, and what stood
 * in the place of the others. No transaction stays open between two pages, so a reader may take its time.
 */
const READ_RECORDS = {
  name: 'records',
  text: `
select c.forgotten, v.id, v.body
from catalog c left join lateral (
  (select id, record as body from tool where id > $2 and revision <= $1 order by id limit ${PAGE_SIZE})
  union all
  (select id, previous from (
      select distinct on (id) id, previous from change
      where of = 't' and id > $2 and revision > $1 order by id, revision
    ) before
    where previous is not null order by id limit ${PAGE_SIZE})
  order by id limit ${PAGE_SIZE}
) v on true
order by v.id`,
}

/** A page of ids that changed after revision $1 up to $2, behind the id $3, each with its record at $2 or null. */
const READ_CHANGES = {
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

/** All records as they were at a revision, in ascending order of id. */
export async function* recordsAt(ask: Ask, revision: number): AsyncGenerator<CatalogRecord> {
  for await (const [id, text] of textsAt(ask, revision)) yield readRecord(id, text)
}

/** As {@link recordsAt}, as they were written. */
export async function* textsAt(
  ask: Ask,
  revision: number,
): AsyncGenerator<readonly [id: string, text: string]> {
  for await (const [id, body] of rowsAt(ask, READ_RECORDS, [revision])) yield [id, body ?? '']
}

/** What changed after one revision up to another, by id. */
export async function* changesBetween(
  ask: Ask,
  after: number,
  latest: number,
): AsyncGenerator<CatalogToolChange> {
  for await (const [id, body] of rowsAt(ask, READ_CHANGES, [after, latest])) {
    yield body === null ? { type: 'delete', id } : { type: 'put', record: readRecord(id, body) }
  }
}

/** Page after page, until one is empty; refuses to go on when the first of the revisions was forgotten meanwhile. */
async function* rowsAt(
  ask: Ask,
  statement: Statement,
  revisions: readonly [number, number?],
): AsyncGenerator<readonly [id: string, body: string | null]> {
  for (let last = ''; ; ) {
    const rows = await ask(statement, [...revisions, last])
    const forgotten = Number(rows[0]?.forgotten)
    if (forgotten > revisions[0]) throw new RevisionForgottenError(revisions[0], forgotten)
    for (const { id, body } of rows) {
      // The catalog's own row stands alone where nothing is left.
      if (id === null) return
      last = id as string
      yield [last, body as string | null]
    }
  }
}

/**
 * Reads a record as it was written.
 *
 * @throws StoreDamagedError `STORE_DAMAGED` when it is none.
 */
export function readRecord(id: string, text: string): CatalogRecord {
  return readAs(`The record of ${quote(id)}, which repair() takes away,`, () => {
    const change = readCatalogChange({ type: 'put', record: JSON.parse(text) as CatalogRecord })
    if (change.type === 'put' && change.record.tool.id === id) return change.record
    throw new TypeError('it is the record of another tool')
  })
}

/** The summary of a record, of which nothing else is checked. @throws StoreDamagedError `STORE_DAMAGED` as {@link readRecord}. */
export function readSummary(id: string, text: string): ToolSummary {
  return readAs(`The record of ${quote(id)}, which repair() takes away,`, () => {
    const { tool, backends } = JSON.parse(text) as CatalogRecord
    return deepFrozen(toToolSummary(tool, backends))
  })
}

/** Reads a value that was written as JSON. @throws StoreDamagedError `STORE_DAMAGED` when it is none. */
export function readValue(what: string, text: string): JsonValue {
  return readAs(`The value of ${quote(what)}`, () => JSON.parse(text) as JsonValue)
}

function readAs<Result>(what: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new StoreDamagedError(STORE, `${what} cannot be read: ${messageOf(error)}.`, error)
  }
}
