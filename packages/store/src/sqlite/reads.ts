import {
  type CatalogItem,
  type CatalogRecord,
  compareIds,
  type JsonValue,
  type ToolSummary,
} from '@toolscout/model'
import { type CatalogReader, type CatalogToolChange, copyJson } from '@toolscout/model/internal'
import { checkAfter } from '../check-requests.ts'
import type { SqliteConnection, SqliteRow } from './drivers.ts'
import { toStoreError } from './failures.ts'
import {
  counted,
  crcOf,
  digestOf,
  EMPTY_TALLY,
  expectSame,
  expectWhole,
  numberOf,
  parseSummary,
  RECORD_COLUMNS,
  readRecord,
  readToolRow,
  select,
  TOOL_COLUMNS,
  textOf,
  toggled,
} from './rows.ts'
import { readState, type StoreState } from './schema.ts'
import type { Session } from './session.ts'

/** Rows that are read at once; others get their turn in between. */
export const PAGE = 500

const FIND_RECORD = `select ${RECORD_COLUMNS} from tools t left join definitions d using (number) where t.id = ?`
const FIND_TOOL = `select ${TOOL_COLUMNS} from tools t where t.id = ?`
const READ_TOOLS = `select ${TOOL_COLUMNS} from tools t where t.id > ? order by t.id limit ${PAGE}`
const READ_RECORDS = `select ${TOOL_COLUMNS}, cast(d.record as blob) as record
  from tools t join definitions d using (number) where t.id > ? order by t.id limit ${PAGE}`
const READ_GONE = `select ${select({ id: 'bytes', revision: 'integer', crc: 'integer' })} from gone`
/** One text is read ten times as fast as a row for each; no id holds a comma. A page of it takes about a millisecond. */
const READ_IDS = `select cast(group_concat(id) as blob) as ids
  from (select id from tools indexed by sqlite_autoindex_tools_1 where id > ? order by id limit 4096)`
/** Rows that {@link readItem} reads. */
export const READ_ITEMS: string = `select ${select({ kind: 'bytes', key: 'bytes', crc: 'integer', value: 'bytes' })} from items`

/** Reads of single tools on the session's own connection. What is damaged is a `STORE_DAMAGED`. */
export class RecordReader implements CatalogReader {
  readonly #session: Session
  #isChecked = false

  constructor(session: Session) {
    this.#session = session
  }

  /** Every id in ascending order, page by page. @throws StoreDamagedError `STORE_DAMAGED` when any is missing. */
  *ids(): Generator<string> {
    const { tools, idsDigest, revision } = this.#session.read((_, state) => state)
    let last: string | undefined = ''
    let count = 0
    let digest = 0
    while (last !== undefined && count <= tools.count) {
      const after: string = last
      const page = this.#session.read((connection) => {
        const row = connection.get(READ_IDS, after)
        return row?.ids instanceof Uint8Array ? textOf(row, 'ids').split(',') : []
      })
      yield* page
      last = page.at(-1)
      count += page.length
      digest = toggled(digest, digestOf(page))
    }
    this.#session.read((_, state) => {
      // Of a store that was changed meanwhile nothing can be said.
      const isWhole = count === tools.count && digest === idsDigest
      if (state.revision === revision) expectSame('The list of ids', isWhole)
    })
  }

  readonly record = (id: string): CatalogRecord | undefined => {
    const row = this.#find(FIND_RECORD, id)
    return row && readRecord(row)
  }

  readonly summary = (id: string): ToolSummary | undefined => {
    const row = this.#find(FIND_TOOL, id)
    return row && parseSummary(readToolRow(row).summary)
  }

  /** All items are read, because only together they show that none is missing; there are few. */
  items(kind: string): readonly CatalogItem[] {
    const items = this.#session.read(readItems).filter((item) => item.kind === kind)
    return items.sort((a, b) => compareIds(a.key, b.key))
  }

  #find(sql: string, id: string): SqliteRow | undefined {
    return this.#session.read((connection) => {
      const row = connection.get(sql, id)
      if (row !== undefined) expectSame('An id', textOf(row, 'id') === id)
      // An id that is not found may be one that a damaged index no longer leads to; looked at once.
      else if (!this.#isChecked) {
        this.#isChecked = true
        for (const _ of this.ids());
      }
      return row
    })
  }
}

/** Every item. @throws StoreDamagedError `STORE_DAMAGED` when any is missing or not as it was written. */
export function readItems(connection: SqliteConnection, { items: kept }: StoreState): readonly CatalogItem[] {
  let tally = EMPTY_TALLY
  const items = connection.all(READ_ITEMS).map((row) => {
    const { item, crc } = readItem(row)
    tally = counted(tally, crc)
    return item
  })
  expectWhole('The list of items', tally, kept)
  return items
}

/** @throws StoreDamagedError `STORE_DAMAGED` unless the row is as it was written. */
export function readItem(row: SqliteRow): { readonly item: CatalogItem; readonly crc: number } {
  const [kind, key, text] = [textOf(row, 'kind'), textOf(row, 'key'), textOf(row, 'value')]
  const crc = crcOf(kind, key, text)
  expectSame('An item', crc === row.crc)
  return { item: Object.freeze({ kind, key, value: copyJson(JSON.parse(text) as JsonValue) }), crc }
}

/** Reads from beginning to end at one moment of the store, on a connection of its own. */
export function* atOneMoment<Value>(
  session: Session,
  read: (connection: SqliteConnection, state: StoreState) => Generator<Value>,
): Generator<Value> {
  const connection = session.openMoment()
  try {
    yield* read(connection, readState(connection))
  } catch (error) {
    throw toStoreError(error, session.path)
  } finally {
    connection.close()
  }
}

/** All records in ascending order of id. */
export function* readRecords(connection: SqliteConnection, { tools }: StoreState): Generator<CatalogRecord> {
  let tally = EMPTY_TALLY
  for (const row of pages(connection, READ_RECORDS, 'id')) {
    tally = counted(tally, readToolRow(row).crc)
    yield readRecord(row)
  }
  expectWhole('What was read', tally, tools)
}

/** What changed after a revision, by id. */
export function* readChanges(
  connection: SqliteConnection,
  state: StoreState,
  after: number,
): Generator<CatalogToolChange> {
  const { revision, forgotten, tools } = state
  checkAfter(after, { oldest: forgotten, latest: revision })
  if (after === revision) return
  const changed: { readonly id: string; readonly isGone: boolean }[] = []
  let tally = EMPTY_TALLY
  for (const row of pages(connection, READ_TOOLS, 'id')) {
    const tool = readToolRow(row)
    tally = counted(tally, tool.crc)
    if (tool.revision > after) changed.push({ id: tool.id, isGone: false })
  }
  expectWhole('What was read', tally, tools)
  for (const { id, revision: at } of readGone(connection, state)) {
    if (at > after) changed.push({ id, isGone: true })
  }
  for (const { id, isGone } of changed.sort((a, b) => compareIds(a.id, b.id))) {
    if (isGone) yield Object.freeze({ type: 'delete', id })
    else {
      const record = readRecord(connection.get(FIND_RECORD, id) ?? {})
      expectSame('An id', record.tool.id === id)
      yield Object.freeze({ type: 'put', record })
    }
  }
}

/** Deleted ids with the revisions they went at. @throws StoreDamagedError `STORE_DAMAGED` when any is missing. */
export function readGone(
  connection: SqliteConnection,
  { gone }: StoreState,
): readonly { readonly id: string; readonly revision: number }[] {
  let tally = EMPTY_TALLY
  const found = connection.all(READ_GONE).map((row) => {
    const [id, revision] = [textOf(row, 'id'), numberOf(row, 'revision')]
    const crc = crcOf(id, revision)
    expectSame('What is gone', crc === row.crc)
    tally = counted(tally, crc)
    return { id, revision }
  })
  expectWhole('What is gone', tally, gone)
  return found
}

/** Rows page by page, each behind the last one of `column`. A page that is not full is the last, whatever damage says. */
export function* pages(
  connection: SqliteConnection,
  sql: string,
  column: 'id' | 'number',
): Generator<SqliteRow> {
  for (let after: string | number = column === 'id' ? '' : 0; ; ) {
    const rows = connection.all(sql, after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = column === 'id' ? textOf(last, column) : numberOf(last, column)
  }
}
