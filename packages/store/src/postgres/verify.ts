import { messageOf, type RepairReport, type StoreFault, type StoreReport } from '@toolscout/model/internal'
import type { Ask } from './database.ts'
import { readRecord, textsAt } from './history.ts'
import { checkFormat, LOCK_CATALOG } from './schema.ts'

/** Faults that a report names. */
const MAX_FAULTS = 1_000

/** What the catalog says of its history, and what is there. */
const READ_TOTALS = {
  text: `
select c.format, c.revision, t.tools, b.batches <> c.revision - c.forgotten
  or b.first <> c.forgotten + 1 or b.last <> c.revision as gap
from catalog c,
  (select count(*) as tools from tool) t,
  (select count(*) as batches, min(revision) as first, max(revision) as last from batch) b`,
}

const DELETE_TOOLS = { text: `delete from tool where id = any($1::text[])` }
const FORGET_HISTORY = ['update catalog set forgotten = revision', 'delete from change', 'delete from batch']

/** Checks everything against everything, in one transaction that sees one moment. */
export async function verifyStore(ask: Ask): Promise<StoreReport> {
  const [totals = {}] = await ask(READ_TOTALS)
  checkFormat(totals)
  const faults: StoreFault[] = []
  if (totals.gap === true)
    faults.push({ code: 'HISTORY_GAP', message: 'A batch is missing from the history.' })
  for await (const fault of unreadable(ask)) if (faults.length < MAX_FAULTS) faults.push(fault)
  return { revision: Number(totals.revision), tools: Number(totals.tools), faults }
}

/**
 * Repairs a store in one transaction: removes records that cannot be read. No batch removed them, so the history before
 * is forgotten. A store without faults stays as it is.
 */
export async function repairStore(ask: Ask): Promise<RepairReport> {
  const [catalog] = await ask(LOCK_CATALOG)
  checkFormat(catalog)
  const before = await verifyStore(ask)
  const mended = before.faults
  if (mended.length === 0) return { ...before, mended, lost: [] }
  const lost: string[] = []
  for await (const { id } of unreadable(ask)) lost.push(id)
  await ask(DELETE_TOOLS, [lost])
  for (const text of FORGET_HISTORY) await ask({ text })
  return { ...(await verifyStore(ask)), mended, lost }
}

/** A fault for each record that cannot be read, in ascending order of id. */
async function* unreadable(ask: Ask): AsyncGenerator<StoreFault & { readonly id: string }> {
  // As they are now; also of one that stands under a revision that was never reached.
  for await (const [id, text] of textsAt(ask, Number.MAX_SAFE_INTEGER)) {
    try {
      readRecord(id, text)
    } catch (error) {
      yield { code: 'RECORD_UNREADABLE', id, message: messageOf(error) }
    }
  }
}
