import type { CatalogRecord } from '@toolscout/model'
import { messageOf, type StoreFault } from '@toolscout/model/internal'
import type { Row } from '../database.ts'
import { readRecord } from '../records.ts'
import { type SearchRow, type SearchRowMaker, toSearchRow } from '../search-row.ts'

/** A tool as it is in the database, with what it should be found by. */
export interface CheckedTool {
  readonly id: string
  readonly number: number
  /** Absent when the record cannot be read. */
  readonly row?: SearchRow
  readonly fault?: StoreFault
}

/** Compares what stands beside a record with the record. */
export function checkTool(entry: Row, maker: SearchRowMaker): CheckedTool {
  const id = entry.id as string
  const number = Number(entry.number)
  const fault = (code: string, message: string): StoreFault => ({ code, id, message })
  let record: CatalogRecord
  try {
    record = readRecord(id, entry.record as string)
  } catch (error) {
    return { id, number, fault: fault('RECORD_UNREADABLE', messageOf(error)) }
  }
  // A `groupsOf` or an analyzer that throws is no damage.
  const row = toSearchRow(record, maker)
  if (entry.summary === row.summary && entry.length === row.length) return { id, number, row }
  return {
    id,
    number,
    row,
    fault: fault('SUMMARY_DIFFERS', `The summary of ${id} is not that of its record.`),
  }
}
