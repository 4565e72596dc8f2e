import { type CatalogRecord, SEARCH_FIELDS, toToolSummary } from '@toolscout/model'
import { toSearchDocument } from '@toolscout/schema'
import { RECORD_COLUMNS, readRecord } from './record-rows.ts'
import { numberOf } from './row-checks.ts'
import { searchName, searchText } from './search-text.ts'
import type { Session } from './session.ts'

/** Tools that are indexed at once; others get their turn in between. */
const SLICE = 200
const COLUMNS = SEARCH_FIELDS.map((field) => `"${field}"`).join(', ')

/** Puts one tool into the table `search`: its number and {@link textsOf}. */
export const INDEX_ONE: string = `insert or replace into search (rowid, ${COLUMNS})
  values (?${', ?'.repeat(SEARCH_FIELDS.length)})`

/** The texts of a record in the order of the search fields. */
export function textsOf(record: CatalogRecord): readonly string[] {
  const { fields } = toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) })
  return SEARCH_FIELDS.map((field) =>
    field === 'name' ? searchName(fields.name) : searchText(fields[field]),
  )
}

/** Whether something has changed since it was indexed. */
export function needsIndexing(session: Session): boolean {
  return session.read(
    (connection, { usesSearch }) =>
      !usesSearch || connection.get('select 1 as found from pending limit 1') !== undefined,
  )
}

/** Takes the next few of what has changed in; the first time everything has. */
export function indexSlice(session: Session): void {
  session.write((connection, state) => {
    if (!state.usesSearch) {
      connection.exec('insert or ignore into pending select number from tools')
      return { ...state, usesSearch: true }
    }
    const rows = connection.all(
      `select p.number, ${RECORD_COLUMNS} from pending p join tools t using (number)
        join definitions d using (number) order by p.number limit ${SLICE}`,
    )
    for (const row of rows) {
      connection.run(INDEX_ONE, numberOf(row, 'number'), ...textsOf(readRecord(row)))
      connection.run('delete from pending where number = ?', numberOf(row, 'number'))
    }
    // What is pending and no tool any more would be asked for again and again.
    if (rows.length < SLICE) connection.exec('delete from pending')
    return state
  })
}
