import { messageOf, type StoreFault, type StoreReport, toToolSummary } from '@toolscout/model/internal'
import type { Ask, Row } from './database.ts'
import { unknownFormat } from './failures.ts'
import { readRecord } from './records.ts'
import { COMPARE_TOTALS, READ_ENTRIES } from './sql/health.ts'
import { FORMAT } from './sql/schema.ts'

/** Faults that a report names. */
const MAX_FAULTS = 1_000

/** A tool as it is in the database; `summary` is what its record says, absent when that cannot be read. */
export interface CheckedTool {
  readonly id: string
  readonly summary?: string
  readonly fault?: StoreFault
}

/** Checks everything against everything, in one transaction that sees one moment. */
export async function verifyStore(ask: Ask): Promise<StoreReport> {
  const [totals = {}] = await ask({ ...COMPARE_TOTALS, values: [] })
  if (Number(totals.format) !== FORMAT) throw unknownFormat(Number(totals.format))
  const faults: StoreFault[] = [...checkTotals(totals)]
  for await (const { fault } of checkTools(ask)) {
    if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(fault)
  }
  return { revision: Number(totals.revision), tools: Number(totals.tools), faults }
}

/** Compares every summary with its record, in ascending order of id. */
export async function* checkTools(ask: Ask): AsyncGenerator<CheckedTool> {
  for (let last = ''; ; ) {
    const rows = await ask({ ...READ_ENTRIES, values: [last] })
    if (rows.length === 0) return
    yield* rows.map(checkTool)
    last = rows.at(-1)?.id as string
  }
}

function checkTool(row: Row): CheckedTool {
  const id = row.id as string
  try {
    const { tool, backends } = readRecord(id, row.record as string)
    const summary = JSON.stringify(toToolSummary(tool, backends))
    if (row.summary === summary) return { id, summary }
    const message = `The summary of ${id} does not match its record.`
    return { id, summary, fault: { code: 'SUMMARY_DIFFERS', id, message } }
  } catch (error) {
    return { id, fault: { code: 'RECORD_UNREADABLE', id, message: messageOf(error) } }
  }
}

function checkTotals(totals: Row): readonly StoreFault[] {
  const faults: StoreFault[] = []
  const number = (name: string): number => Number(totals[name])
  if (number('counted') !== number('tools')) {
    const message = `The catalog counts ${number('counted')} tools and holds ${number('tools')}.`
    faults.push({ code: 'TOTALS_DIFFER', message })
  }
  const kept = number('revision') - number('forgotten')
  const isGapless =
    number('batches') === kept &&
    (kept === 0 || (number('first') === number('forgotten') + 1 && number('last') === number('revision')))
  if (!isGapless) faults.push({ code: 'HISTORY_GAP', message: 'A batch is missing from the history.' })
  return faults
}
