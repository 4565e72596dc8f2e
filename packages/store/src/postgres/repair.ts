import type { RepairReport } from '@toolscout/model/internal'
import type { Ask } from './database.ts'
import { unknownFormat } from './failures.ts'
import { CORRECT_SUMMARIES, DELETE_TOOLS, FORGET_HISTORY, WRITE_TOTALS } from './sql/health.ts'
import { FORMAT, LOCK_CATALOG } from './sql/schema.ts'
import { checkTools, verifyStore } from './verify.ts'

/**
 * Repairs a store in one transaction: writes summaries and totals again from the records, and removes records that
 * cannot be read. No batch removed them, so the history before is forgotten. A store without faults stays as it is.
 */
export async function repairStore(ask: Ask): Promise<RepairReport> {
  const [catalog = {}] = await ask({ ...LOCK_CATALOG, values: [] })
  if (Number(catalog.format) !== FORMAT) throw unknownFormat(Number(catalog.format))
  const before = await verifyStore(ask)
  const mended = before.faults
  if (mended.length === 0) return { ...before, mended, lost: [] }
  const lost: string[] = []
  const wrong: [id: string, summary: string][] = []
  for await (const { id, summary, fault } of checkTools(ask)) {
    if (summary === undefined) lost.push(id)
    else if (fault !== undefined) wrong.push([id, summary])
  }
  const summaries = [wrong.map(([id]) => id), wrong.map(([, summary]) => summary)]
  await ask({ ...CORRECT_SUMMARIES, values: summaries })
  await ask({ ...DELETE_TOOLS, values: [lost] })
  const forgets = lost.length > 0 || mended.some(({ code }) => code === 'HISTORY_GAP')
  await ask({ ...WRITE_TOTALS, values: [forgets] })
  if (forgets) for (const text of FORGET_HISTORY) await ask({ text, values: [] })
  return { ...(await verifyStore(ask)), mended, lost }
}
