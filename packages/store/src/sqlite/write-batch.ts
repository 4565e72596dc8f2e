import type { CatalogRecord } from '@toolscout/model'
import type { SqliteConnection, SqliteRow } from './connection.ts'
import type { FoldedBatch, ItemChange } from './fold-batch.ts'
import { deleteFullText, insertFullText } from './full-text.ts'
import { createInserter } from './insert-rows.ts'
import { crcOfTool, formatRecord, formatSummary } from './record-rows.ts'
import { counted, crcOf, numberOf, type Tally, textOf, toggled } from './row-checks.ts'
import type { StoreState } from './store-state.ts'

/** Most ids that are gone which are remembered; whoever is further behind loads everything, which is not much more. */
const MAX_GONE = 10_000

/** Writes a batch in the transaction of a connection; gives the state it leads to. */
export function writeBatch(connection: SqliteConnection, before: StoreState, batch: FoldedBatch): StoreState {
  const known = knownTools(connection, [...batch.tools.keys()])
  const writer = createWriter(connection, { ...before, revision: before.revision + 1 }, known)
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
  const rows = connection.all(
    `select t.number, cast(t.id as blob) as id, cast(t.crc as integer) as crc
      from json_each(?) j cross join tools t on t.id = j.value`,
    JSON.stringify(ids),
  )
  return new Map(
    rows.map((row) => [textOf(row, 'id'), { number: numberOf(row, 'number'), crc: numberOf(row, 'crc') }]),
  )
}

interface Writer {
  readonly put: (id: string, record: CatalogRecord) => void
  readonly remove: (id: string) => void
  readonly setItem: (item: ItemChange) => void
  readonly finish: () => StoreState
}

/** Follows what every row adds to the state or takes from it. */
function createWriter(
  connection: SqliteConnection,
  state: StoreState,
  knownById: ReadonlyMap<string, KnownTool>,
): Writer {
  const { revision, hasFullText } = state
  let { tools, idsDigest, gone, items, forgotten } = state
  let nextNumber: number | undefined
  const newTools = createInserter(connection, 'tools (number, id, revision, record_crc, crc, summary)')
  const newDefinitions = createInserter(connection, 'definitions (number, crc, record)')

  const takeNumber = (): number => {
    nextNumber ??= numberOf(
      connection.get('select coalesce(max(number), 0) as number from tools') as SqliteRow,
      'number',
    )
    nextNumber += 1
    return nextNumber
  }
  const forgetGone = (id: string): void => {
    if (gone.count === 0) return
    const row = connection.get('select cast(crc as integer) as crc from gone where id = ?', id)
    if (row === undefined) return
    connection.run('delete from gone where id = ?', id)
    gone = without(gone, numberOf(row, 'crc'))
  }
  const insert = (id: string, record: string, summary: string): number => {
    const row = { number: takeNumber(), id, revision, recordCrc: crcOf(record), summary }
    const crc = crcOfTool(row)
    newTools.add(row.number, id, revision, row.recordCrc, crc, summary)
    newDefinitions.add(row.number, row.recordCrc, record)
    tools = counted(tools, crc)
    idsDigest = toggled(idsDigest, crcOf(id))
    forgetGone(id)
    return row.number
  }
  const replace = (known: KnownTool, id: string, record: string, summary: string): void => {
    const row = { number: known.number, id, revision, recordCrc: crcOf(record), summary }
    const crc = crcOfTool(row)
    connection.run(
      'update tools set revision = ?, record_crc = ?, crc = ?, summary = ? where number = ?',
      revision,
      row.recordCrc,
      crc,
      summary,
      row.number,
    )
    connection.run(
      'update definitions set crc = ?, record = ? where number = ?',
      row.recordCrc,
      record,
      row.number,
    )
    tools = counted(without(tools, known.crc), crc)
  }

  return {
    put: (id, given) => {
      const record = formatRecord(given)
      const summary = formatSummary(given)
      const known = knownById.get(id)
      if (known !== undefined) replace(known, id, record, summary)
      const number = known?.number ?? insert(id, record, summary)
      if (!hasFullText) return
      if (known !== undefined) deleteFullText(connection, number)
      insertFullText(connection, number, given)
    },
    remove: (id) => {
      const known = knownById.get(id)
      if (known === undefined) return
      const { number } = known
      connection.run('delete from tools where number = ?', number)
      connection.run('delete from definitions where number = ?', number)
      if (hasFullText) deleteFullText(connection, number)
      tools = without(tools, known.crc)
      idsDigest = toggled(idsDigest, crcOf(id))
      const crc = crcOf(id, revision)
      connection.run('insert into gone (id, revision, crc) values (?, ?, ?)', id, revision, crc)
      gone = counted(gone, crc)
    },
    setItem: ({ kind, key, value }) => {
      const known = connection.get(
        'select cast(crc as integer) as crc from items where kind = ? and key = ?',
        kind,
        key,
      )
      if (known !== undefined) {
        connection.run('delete from items where kind = ? and key = ?', kind, key)
        items = without(items, numberOf(known, 'crc'))
      }
      if (value === undefined) return
      const text = JSON.stringify(value)
      const crc = crcOf(kind, key, text)
      connection.run('insert into items (kind, key, crc, value) values (?, ?, ?, ?)', kind, key, crc, text)
      items = counted(items, crc)
    },
    finish: () => {
      for (const inserter of [newTools, newDefinitions]) inserter.finish()
      if (gone.count > MAX_GONE) {
        connection.exec('delete from gone')
        gone = { count: 0, digest: 0 }
        forgotten = revision
      }
      return { revision, forgotten, hasFullText, tools, idsDigest, gone, items, crc: 0 }
    },
  }
}

function without({ count, digest }: Tally, crc: number): Tally {
  return { count: count - 1, digest: toggled(digest, crc) }
}
