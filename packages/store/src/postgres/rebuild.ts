import type { RepairReport, StoreFault } from '@toolscout/model'
import type { Ask } from './database.ts'
import type { SearchRow, SearchRowMaker } from './search-row.ts'
import {
  COUNT_TERMS,
  DELETE_STRAYS,
  DELETE_TOOLS,
  FORGET_BATCHES,
  FORGET_CHAMPIONS,
  FORGET_HISTORY,
  FORGET_TERMS,
  LOCK_CATALOG,
  WRITE_SEARCH_ROWS,
  WRITE_SUMMARIES,
  WRITE_TOTALS,
} from './sql/upkeep.ts'
import { checkEntries, verifyStore } from './verify.ts'

/** Tools that are written at once. */
const TOOLS_AT_ONCE = 500

/**
 * Makes anew what follows from the records, and takes away records that cannot be read. What was taken away was no
 * batch, so the history before it is forgotten. Runs inside a transaction; gives the ids that are gone.
 */
export async function rebuild(
  ask: Ask,
  maker: SearchRowMaker,
  { analysis, forgetsHistory = false }: { readonly analysis: string; readonly forgetsHistory?: boolean },
): Promise<readonly string[]> {
  await ask({ ...LOCK_CATALOG, values: [] })
  await ask({ ...DELETE_STRAYS, values: [] })
  const lost: string[] = []
  let wrong: (readonly [id: string, row: SearchRow])[] = []
  const write = async (): Promise<void> => {
    const ids = wrong.map(([id]) => id)
    const column = (name: keyof SearchRow): readonly unknown[] => wrong.map(([, row]) => row[name])
    await ask({ ...WRITE_SUMMARIES, values: [ids, column('summary')] })
    const columns = (['length', 'terms', 'frequencies', 'facets'] as const).map(column)
    await ask({ ...WRITE_SEARCH_ROWS, values: [ids, ...columns] })
    wrong = []
  }
  for await (const { id, row, fault } of checkEntries(ask, maker)) {
    if (row === undefined) lost.push(id)
    else if (fault !== undefined) wrong.push([id, row])
    if (wrong.length >= TOOLS_AT_ONCE) await write()
  }
  if (wrong.length > 0) await write()
  if (lost.length > 0) await ask({ ...DELETE_TOOLS, values: [lost] })
  await ask({ ...FORGET_TERMS, values: [] })
  await ask({ ...COUNT_TERMS, values: [] })
  await ask({ ...FORGET_CHAMPIONS, values: [] })
  const forgets = lost.length > 0 || forgetsHistory
  await ask({ ...WRITE_TOTALS, values: [analysis, forgets] })
  if (forgets) {
    await ask({ ...FORGET_HISTORY, values: [] })
    await ask({ ...FORGET_BATCHES, values: [] })
  }
  return lost
}

/** Repairs a store if anything is wrong with it; one where nothing is stays as it is. */
export async function repairStore(ask: Ask, maker: SearchRowMaker, analysis: string): Promise<RepairReport> {
  const before = await verifyStore(ask, maker)
  const mended: readonly StoreFault[] = before.faults
  if (mended.length === 0) return { ...before, mended, lost: [] }
  const forgetsHistory = mended.some(({ code }) => code === 'HISTORY_GAP')
  const lost = await rebuild(ask, maker, { analysis, forgetsHistory })
  return { ...(await verifyStore(ask, maker)), mended, lost }
}
