import { type CatalogChange, type CatalogRecord, StaleRevisionError } from '@toolscout/model'
import type { AppendOptions } from '@toolscout/model/internal'
import { type FoldedBatch, foldBatch, type ItemChange } from '../fold-batch.ts'
import type { SqliteConnection, SqliteRow, SqliteValue } from './drivers.ts'
import { deleteFullText, insertFullText } from './full-text.ts'
import {
  counted,
  crcOf,
  crcOfTool,
  EMPTY_TALLY,
  formatRecord,
  formatSummary,
  numberOf,
  type ToolRow,
  textOf,
  toggled,
  without,
} from './rows.ts'
import type { StoreState } from './schema.ts'
import type { Session } from './session.ts'

/** Most deleted ids that are remembered; a reader further behind loads everything, which is not much more. */
const MAX_GONE = 10_000

const UPDATE_TOOL = 'update tools set revision = ?, record_crc = ?, crc = ?, summary = ? where number = ?'
const UPDATE_DEFINITION = 'update definitions set crc = ?, record = ? where number = ?'
const INSERT_ITEM = 'insert into items (kind, key, crc, value) values (?, ?, ?, ?)'
const FIND_TOOLS = `select t.number, cast(t.id as blob) as id, cast(t.crc as integer) as crc
  from json_each(?) j cross join tools t on t.id = j.value`

/** Takes changes in; gives the revision they led to. */
export function appendBatch(
  session: Session,
  changes: readonly CatalogChange[],
  { expectedRevision }: AppendOptions,
): number {
  const batch = foldBatch(changes)
  const revision = session.read((_, state) => state.revision)
  if (expectedRevision !== undefined && expectedRevision !== revision) {
    throw new StaleRevisionError(expectedRevision, revision)
  }
  if (changes.length === 0) return revision
  return session.write((connection, state) => writeBatch(connection, state, batch)).revision
}

/** Writes a batch in the transaction of a connection; gives the state it leads to. */
export function writeBatch(connection: SqliteConnection, before: StoreState, batch: FoldedBatch): StoreState {
  const known = knownTools(connection, [...batch.tools.keys()])
  const writer = new BatchWriter(connection, { ...before, revision: before.revision + 1 }, known)
  for (const [id, record] of batch.tools) {
    if (record === undefined) writer.remove(id)
    else writer.put(id, record)
  }
  for (const item of batch.items) writer.setItem(item)
  return writer.finish()
}

/** What is there of a tool before it is replaced. */
interface KnownTool {
  readonly number: number
  readonly crc: number
}

/** Which of some ids are there; one statement, however many. */
function knownTools(connection: SqliteConnection, ids: readonly string[]): ReadonlyMap<string, KnownTool> {
  const rows = connection.all(FIND_TOOLS, JSON.stringify(ids))
  return new Map(
    rows.map((row) => [textOf(row, 'id'), { number: numberOf(row, 'number'), crc: numberOf(row, 'crc') }]),
  )
}

/** Writes the rows of one batch, and follows what every row adds to the state or takes from it. */
class BatchWriter {
  readonly #connection: SqliteConnection
  readonly #known: ReadonlyMap<string, KnownTool>
  readonly #newTools: RowInserter
  readonly #newDefinitions: RowInserter
  #state: StoreState
  #lastNumber: number | undefined

  constructor(connection: SqliteConnection, state: StoreState, known: ReadonlyMap<string, KnownTool>) {
    this.#connection = connection
    this.#state = state
    this.#known = known
    this.#newTools = new RowInserter(connection, 'tools (number, id, revision, record_crc, crc, summary)')
    this.#newDefinitions = new RowInserter(connection, 'definitions (number, crc, record)')
  }

  put(id: string, given: CatalogRecord): void {
    const record = formatRecord(given)
    const known = this.#known.get(id)
    const { revision, hasFullText } = this.#state
    const number = known?.number ?? this.#takeNumber()
    const row = { number, id, revision, recordCrc: crcOf(record), summary: formatSummary(given) }
    if (known === undefined) this.#insert(row, record)
    else this.#replace(row, record, known.crc)
    if (!hasFullText) return
    if (known !== undefined) deleteFullText(this.#connection, number)
    insertFullText(this.#connection, number, given)
  }

  remove(id: string): void {
    const known = this.#known.get(id)
    if (known === undefined) return
    const { number } = known
    const { revision, tools, idsDigest, gone, hasFullText } = this.#state
    this.#connection.run('delete from tools where number = ?', number)
    this.#connection.run('delete from definitions where number = ?', number)
    if (hasFullText) deleteFullText(this.#connection, number)
    const crc = crcOf(id, revision)
    this.#connection.run('insert into gone (id, revision, crc) values (?, ?, ?)', id, revision, crc)
    this.#state = {
      ...this.#state,
      tools: without(tools, known.crc),
      idsDigest: toggled(idsDigest, crcOf(id)),
      gone: counted(gone, crc),
    }
  }

  setItem({ kind, key, value }: ItemChange): void {
    const find = 'select cast(crc as integer) as crc from items where kind = ? and key = ?'
    const known = this.#connection.get(find, kind, key)
    let { items } = this.#state
    if (known !== undefined) {
      this.#connection.run('delete from items where kind = ? and key = ?', kind, key)
      items = without(items, numberOf(known, 'crc'))
    }
    if (value !== undefined) {
      const text = JSON.stringify(value)
      const crc = crcOf(kind, key, text)
      this.#connection.run(INSERT_ITEM, kind, key, crc, text)
      items = counted(items, crc)
    }
    this.#state = { ...this.#state, items }
  }

  /** Gives the state the batch leads to. */
  finish(): StoreState {
    this.#newTools.finish()
    this.#newDefinitions.finish()
    if (this.#state.gone.count > MAX_GONE) {
      this.#connection.exec('delete from gone')
      this.#state = { ...this.#state, gone: EMPTY_TALLY, forgotten: this.#state.revision }
    }
    return this.#state
  }

  #takeNumber(): number {
    const sql = 'select coalesce(max(number), 0) as number from tools'
    this.#lastNumber ??= numberOf(this.#connection.get(sql) as SqliteRow, 'number')
    this.#lastNumber += 1
    return this.#lastNumber
  }

  #insert(row: ToolRow, record: string): void {
    const { number, id, revision, recordCrc, summary } = row
    const crc = crcOfTool(row)
    this.#newTools.add(number, id, revision, recordCrc, crc, summary)
    this.#newDefinitions.add(number, recordCrc, record)
    const { tools, idsDigest } = this.#state
    this.#state = { ...this.#state, tools: counted(tools, crc), idsDigest: toggled(idsDigest, crcOf(id)) }
    this.#forgetGone(id)
  }

  #replace(row: ToolRow, record: string, knownCrc: number): void {
    const { number, revision, recordCrc, summary } = row
    const crc = crcOfTool(row)
    this.#connection.run(UPDATE_TOOL, revision, recordCrc, crc, summary, number)
    this.#connection.run(UPDATE_DEFINITION, recordCrc, record, number)
    this.#state = { ...this.#state, tools: counted(without(this.#state.tools, knownCrc), crc) }
  }

  #forgetGone(id: string): void {
    const { gone } = this.#state
    if (gone.count === 0) return
    const row = this.#connection.get('select cast(crc as integer) as crc from gone where id = ?', id)
    if (row === undefined) return
    this.#connection.run('delete from gone where id = ?', id)
    this.#state = { ...this.#state, gone: without(gone, numberOf(row, 'crc')) }
  }
}

/** Rows of one statement: each call into a library costs as much as several rows. More would only be held longer. */
const TOGETHER = 32

/** Puts rows into one table, given with its columns as `table (first, second)`, many with each statement. */
class RowInserter {
  readonly #connection: SqliteConnection
  readonly #into: string
  #waiting: (readonly SqliteValue[])[] = []

  constructor(connection: SqliteConnection, into: string) {
    this.#connection = connection
    this.#into = into
  }

  add(...row: readonly SqliteValue[]): void {
    this.#waiting.push(row)
    if (this.#waiting.length === TOGETHER) this.finish()
  }

  /** Puts in what still waits. */
  finish(): void {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length === TOGETHER) this.#insert(rows)
    else for (const row of rows) this.#insert([row])
  }

  #insert(rows: readonly (readonly SqliteValue[])[]): void {
    const values = rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')
    this.#connection.run(`insert into ${this.#into} values ${values}`, ...rows.flat())
  }
}
