import { type CatalogRecord, messageOf, type StoreFault, type StoreReport } from '@toolscout/model'
import type { Ask, Row } from './database.ts'
import { readRecord } from './records.ts'
import { type SearchRow, type SearchRowMaker, toSearchRow } from './search-row.ts'
import { COMPARE_TOTALS, FIND_MISCOUNTED_TERMS, FIND_STRAYS, READ_ENTRIES } from './sql/upkeep.ts'

/** Faults that a report names. */
const MAX_FAULTS = 1_000

/** A tool as it is in the database, with what it should be found by. */
export interface CheckedEntry {
  readonly id: string
  /** Absent when the record cannot be read. */
  readonly record?: CatalogRecord
  readonly row?: SearchRow
  readonly fault?: StoreFault
}

/** Every tool with what is wrong with it, in ascending order of id. */
export async function* checkEntries(ask: Ask, maker: SearchRowMaker): AsyncGenerator<CheckedEntry> {
  let last = ''
  for (;;) {
    const rows = await ask({ ...READ_ENTRIES, values: [last] })
    if (rows.length === 0) return
    for (const row of rows) yield checkEntry(row, maker)
    last = rows.at(-1)?.id as string
  }
}

function checkEntry(entry: Row, maker: SearchRowMaker): CheckedEntry {
  const id = entry.id as string
  const fault = (code: string, message: string): StoreFault => ({ code, id, message })
  let record: CatalogRecord
  try {
    record = readRecord(id, entry.record as string)
  } catch (error) {
    return { id, fault: fault('RECORD_UNREADABLE', messageOf(error)) }
  }
  const row = toSearchRow(record, maker)
  if (entry.summary !== row.summary) {
    return {
      id,
      record,
      row,
      fault: fault('SUMMARY_DIFFERS', `The summary of ${id} is not that of its record.`),
    }
  }
  if (entry.terms === null) {
    return { id, record, row, fault: fault('SEARCH_ROW_MISSING', `${id} cannot be found by its words.`) }
  }
  const isSame = (['terms', 'frequencies', 'facets', 'length'] as const).every(
    (name) => entry[name] === row[name],
  )
  if (isSame) return { id, record, row }
  return { id, record, row, fault: fault('SEARCH_ROW_DIFFERS', `${id} is found by other words than it has.`) }
}

/** Checks everything against everything, in one transaction that sees one moment. */
export async function verifyStore(ask: Ask, maker: SearchRowMaker): Promise<StoreReport> {
  const [totals = {}] = await ask({ ...COMPARE_TOTALS, values: [] })
  const faults: StoreFault[] = [...checkTotals(totals)]
  const [strays] = await ask({ ...FIND_STRAYS, values: [] })
  if (Number(strays?.strays) > 0) {
    faults.push({
      code: 'SEARCH_ROW_STRAY',
      message: `${Number(strays?.strays)} search rows have no tool.`,
    })
  }
  const [miscounted] = await ask({ ...FIND_MISCOUNTED_TERMS, values: [] })
  if (Number(miscounted?.terms) > 0) {
    const message = `${Number(miscounted?.terms)} words have a count that is not that of the tools.`
    faults.push({ code: 'WORD_COUNT_DIFFERS', message })
  }
  for await (const { fault } of checkEntries(ask, maker)) {
    if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(fault)
  }
  return { revision: Number(totals.revision), tools: Number(totals.tools), faults }
}

function checkTotals(totals: Row): readonly StoreFault[] {
  const faults: StoreFault[] = []
  const number = (name: string): number => Number(totals[name])
  if (number('documents') !== number('counted') || totals.total_length !== totals.summed) {
    faults.push({ code: 'TOTALS_DIFFER', message: 'The catalog has another size than it says.' })
  }
  const kept = number('revision') - number('forgotten')
  const isGapless =
    number('batches') === kept &&
    (kept === 0 || (number('first') === number('forgotten') + 1 && number('last') === number('revision')))
  if (!isGapless) faults.push({ code: 'HISTORY_GAP', message: 'A batch is missing from what changed.' })
  return faults
}
