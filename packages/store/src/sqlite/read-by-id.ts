import type { CatalogItem, CatalogRecord, JsonValue, ToolSummary } from '@toolscout/model'
import { compareIds } from '@toolscout/model'
import { copyJson } from '@toolscout/model/internal'
import type { SqliteConnection } from './connection.ts'
import { readIds } from './read-records.ts'
import { parseSummary, RECORD_COLUMNS, readRecord, readToolRow, TOOL_COLUMNS } from './record-rows.ts'
import { counted, crcOf, EMPTY_TALLY, expectSame, select, type Tally, textOf } from './row-checks.ts'
import type { Session } from './session.ts'
import type { StoreState } from './store-state.ts'

/** Reads of single tools and items. What is damaged is a `STORE_DAMAGED`. */
export interface RecordReader {
  readonly ids: () => readonly string[]
  readonly record: (id: string) => CatalogRecord | undefined
  readonly summary: (id: string) => ToolSummary | undefined
  readonly items: (kind: string) => readonly CatalogItem[]
}

/** Reads a store by id, on its own connection. */
export function createRecordReader(session: Session): RecordReader {
  let isChecked = false
  /** An id that is not found may be one that a damaged index no longer leads to; looked at once. */
  const expectAbsent = (connection: SqliteConnection, state: StoreState): undefined => {
    if (!isChecked) readIds(connection, state)
    isChecked = true
    return undefined
  }
  return {
    ids: () => session.read(readIds),
    record: (id) =>
      session.read((connection, state) => {
        const row = connection.get(
          `select ${RECORD_COLUMNS} from tools t left join definitions d using (number) where t.id = ?`,
          id,
        )
        if (row === undefined) return expectAbsent(connection, state)
        expectSame('An id', textOf(row, 'id') === id)
        return readRecord(row)
      }),
    summary: (id) =>
      session.read((connection, state) => {
        const row = connection.get(`select ${TOOL_COLUMNS} from tools t where t.id = ?`, id)
        if (row === undefined) return expectAbsent(connection, state)
        expectSame('An id', textOf(row, 'id') === id)
        return parseSummary(readToolRow(row).summary)
      }),
    items: (kind) =>
      session.read((connection, state) => {
        // All of them, because only together they show that none is missing; there are few.
        const items = readItems(connection, state.items)
        return items.filter((item) => item.kind === kind).sort((a, b) => compareIds(a.key, b.key))
      }),
  }
}

const ITEM = { kind: 'bytes', key: 'bytes', crc: 'integer', value: 'bytes' } as const

/** Every item. @throws StoreDamagedError `STORE_DAMAGED` when any is missing or not as it was written. */
export function readItems(connection: SqliteConnection, kept: Tally): readonly CatalogItem[] {
  let tally = EMPTY_TALLY
  const items = connection.all(`select ${select(ITEM)} from items`).map((row) => {
    const [kind, key, text] = [textOf(row, 'kind'), textOf(row, 'key'), textOf(row, 'value')]
    const crc = crcOf(kind, key, text)
    expectSame('An item', crc === row.crc)
    tally = counted(tally, crc)
    return Object.freeze({ kind, key, value: copyJson(JSON.parse(text) as JsonValue) })
  })
  expectSame('The list of items', tally.count === kept.count && tally.digest === kept.digest)
  return items
}
