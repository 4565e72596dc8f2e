import type { RepairReport } from '@toolscout/model'
import type { StoreFault } from '@toolscout/model/internal'
import type { Ask } from '../database.ts'
import { lockCatalog } from '../lock-catalog.ts'
import type { ForwardDocument } from '../pages/forward-document.ts'
import type { SearchRow, SearchRowMaker } from '../search-row.ts'
import { OPEN_SEGMENT } from '../sql/segments.ts'
import {
  CORRECT_TOOLS,
  DELETE_TOOLS,
  FORGET_BATCHES,
  FORGET_HISTORY,
  FORGET_INDEX,
  LOCK_CATALOG,
  READ_ENTRIES_BY_NUMBER,
  WRITE_TOTALS,
} from '../sql/upkeep.ts'
import { DEFAULT_UPKEEP } from '../upkeep/merge-policy.ts'
import { writeSegment } from '../upkeep/seal.ts'
import { checkTool } from './check-tools.ts'
import { verifyStore } from './verify.ts'

/** Documents of a segment; they are merged afterwards. */
const SEGMENT_DOCUMENTS = 16_384

/**
 * Makes anew what follows from the records, and takes away records that cannot be read. What was taken away was no
 * batch, so the history before it is forgotten. Runs inside a transaction; gives the ids that are gone.
 */
export async function rebuild(
  ask: Ask,
  maker: SearchRowMaker,
  { analysis, forgetsHistory = false }: { readonly analysis: string; readonly forgetsHistory?: boolean },
): Promise<readonly string[]> {
  const [catalog] = await ask({ ...LOCK_CATALOG, values: [] })
  const lastNumber = Number(catalog?.next_number) - 1
  for (const text of FORGET_INDEX) await ask({ text, values: [] })
  const lost: string[] = []
  let documents: (ForwardDocument & { readonly number: number })[] = []
  let first = 1
  let number = 0
  const parts = { ask, keepOn: async () => undefined, bytesAtOnce: DEFAULT_UPKEEP.bytesAtOnce }
  const write = async (last: number): Promise<void> => {
    if (documents.length > 0) {
      const id = await writeSegment(parts, { first, last }, documents)
      await ask({ ...OPEN_SEGMENT, values: [id] })
    }
    documents = []
    first = last + 1
  }
  for (;;) {
    const rows = await ask({ ...READ_ENTRIES_BY_NUMBER, values: [number] })
    if (rows.length === 0) break
    const wrong: (readonly [id: string, row: SearchRow])[] = []
    for (const entry of rows) {
      const { id, number, row, fault } = checkTool(entry, maker)
      if (row === undefined) lost.push(id)
      else {
        if (fault !== undefined) wrong.push([id, row])
        documents.push({ ...row, id, number })
      }
    }
    await correct(ask, wrong)
    number = Number(rows.at(-1)?.number)
    if (documents.length >= SEGMENT_DOCUMENTS) await write(number)
  }
  await write(Math.max(number, lastNumber))
  if (lost.length > 0) await ask({ ...DELETE_TOOLS, values: [lost] })
  const forgets = lost.length > 0 || forgetsHistory
  await ask({ ...WRITE_TOTALS, values: [analysis, forgets] })
  if (forgets) {
    await ask({ ...FORGET_HISTORY, values: [] })
    await ask({ ...FORGET_BATCHES, values: [] })
  }
  return lost
}

async function correct(ask: Ask, wrong: readonly (readonly [id: string, row: SearchRow])[]): Promise<void> {
  if (wrong.length === 0) return
  const values = [
    wrong.map(([id]) => id),
    wrong.map(([, { summary }]) => summary),
    wrong.map(([, { length }]) => length),
  ]
  await ask({ ...CORRECT_TOOLS, values })
}

/** Repairs a store if anything is wrong with it; one where nothing is stays as it is. */
export async function repairStore(ask: Ask, maker: SearchRowMaker, analysis: string): Promise<RepairReport> {
  await lockCatalog(ask)
  const before = await verifyStore(ask, maker)
  const mended: readonly StoreFault[] = before.faults
  if (mended.length === 0) return { ...before, mended, lost: [] }
  const forgetsHistory = mended.some(({ code }) => code === 'HISTORY_GAP')
  const lost = await rebuild(ask, maker, { analysis, forgetsHistory })
  return { ...(await verifyStore(ask, maker)), mended, lost }
}
