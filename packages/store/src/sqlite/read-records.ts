import { type CatalogRecord, compareIds } from '@toolscout/model'
import type { CatalogToolChange, StoreReadOptions } from '@toolscout/model/internal'
import { checkAfter } from '../check-requests.ts'
import type { StoreLife } from '../store-life.ts'
import type { SqliteConnection, SqliteRow } from './connection.ts'
import { readRecord, readToolRow, TOOL_COLUMNS, type ToolRow } from './record-rows.ts'
import {
  counted,
  crcOf,
  EMPTY_TALLY,
  expectSame,
  numberOf,
  select,
  type Tally,
  textOf,
  toggled,
} from './row-checks.ts'
import type { Session } from './session.ts'
import { toStoreError } from './store-error.ts'
import { readState, type StoreState } from './store-state.ts'

/** Rows that are read at once; others get their turn in between. */
const PAGE = 500

const GONE = { id: 'bytes', revision: 'integer', crc: 'integer' } as const

/** Reads of all that was kept at one moment. */
export interface RecordStream {
  readonly load: (options?: StoreReadOptions) => AsyncGenerator<CatalogRecord>
  readonly loadChanges: (after: number, options?: StoreReadOptions) => AsyncGenerator<CatalogToolChange>
}

/** Reads a store from beginning to end, on connections of their own. */
export function createRecordStream(session: Session, life: StoreLife): RecordStream {
  /** Runs a reader at one moment of the store; its connection ends with it. */
  async function* atOneMoment<Value>(
    options: StoreReadOptions | undefined,
    read: (connection: SqliteConnection, state: StoreState) => Generator<Value>,
  ): AsyncGenerator<Value> {
    life.check(options)
    const connection = session.openReader()
    try {
      connection.exec('begin')
      for (const value of read(connection, readState(connection))) {
        life.check(options)
        yield value
      }
    } catch (error) {
      throw toStoreError(error, session.path)
    } finally {
      connection.close()
    }
  }
  return {
    load: (options) => atOneMoment(options, readRecords),
    loadChanges: (after, options) =>
      atOneMoment(options, (connection, state) => readChanges(connection, state, after)),
  }
}

/** Every id in ascending order. @throws StoreDamagedError `STORE_DAMAGED` when any is missing. */
export function readIds(connection: SqliteConnection, { tools, idsDigest }: StoreState): readonly string[] {
  // One text is read ten times as fast as a row for each; no id holds a comma.
  const row = connection.get(
    'select cast(group_concat(id) as blob) as ids from (select id from tools indexed by sqlite_autoindex_tools_1 order by id)',
  )
  const ids = row?.ids instanceof Uint8Array ? textOf(row, 'ids').split(',') : []
  let digest = 0
  for (const id of ids) digest = toggled(digest, crcOf(id))
  expectSame('The list of ids', ids.length === tools.count && digest === idsDigest)
  return ids
}

function* readRecords(connection: SqliteConnection, { tools }: StoreState): Generator<CatalogRecord> {
  const sql = `select ${TOOL_COLUMNS}, cast(d.record as blob) as record from tools t join definitions d using (number)
    where t.id > ? order by t.id limit ${PAGE}`
  let tally = EMPTY_TALLY
  for (const row of pages(connection, sql)) {
    tally = counted(tally, readToolRow(row).crc)
    yield readRecord(row)
  }
  expectWhole(tally, tools)
}

function* readTools(connection: SqliteConnection): Generator<ToolRow & { readonly crc: number }> {
  const sql = `select ${TOOL_COLUMNS} from tools t where t.id > ? order by t.id limit ${PAGE}`
  for (const row of pages(connection, sql)) yield readToolRow(row)
}

function* readChanges(
  connection: SqliteConnection,
  { revision, forgotten, tools, gone }: StoreState,
  after: number,
): Generator<CatalogToolChange> {
  checkAfter(after, { oldest: forgotten, latest: revision })
  if (after === revision) return
  const changed: { readonly id: string; readonly number?: number; readonly recordCrc?: number }[] = []
  let tally = EMPTY_TALLY
  for (const row of readTools(connection)) {
    tally = counted(tally, row.crc)
    if (row.revision > after) changed.push({ id: row.id, number: row.number, recordCrc: row.recordCrc })
  }
  expectWhole(tally, tools)
  tally = EMPTY_TALLY
  for (const row of connection.all(`select ${select(GONE)} from gone`)) {
    const [id, at] = [textOf(row, 'id'), numberOf(row, 'revision')]
    const crc = crcOf(id, at)
    expectSame('What is gone', crc === row.crc)
    tally = counted(tally, crc)
    if (at > after) changed.push({ id })
  }
  expectWhole(tally, gone)
  for (const { id, number, recordCrc } of changed.sort((a, b) => compareIds(a.id, b.id))) {
    if (number === undefined) yield Object.freeze({ type: 'delete', id })
    else {
      const row = connection.get(
        'select cast(record as blob) as record from definitions where number = ?',
        number,
      )
      const record = readRecord({ id: Buffer.from(id), record_crc: recordCrc, record: row?.record })
      yield Object.freeze({ type: 'put', record })
    }
  }
}

function* pages(connection: SqliteConnection, sql: string): Generator<SqliteRow> {
  for (let after = ''; ; ) {
    const rows = connection.all(sql, after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = textOf(last, 'id')
  }
}

function expectWhole(read: Tally, kept: Tally): void {
  expectSame('What was read', read.count === kept.count && read.digest === kept.digest)
}
