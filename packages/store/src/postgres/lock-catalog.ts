import type { Ask, Row } from './database.ts'
import { unknownFormat } from './failures.ts'
import { FORMAT } from './sql/schema.ts'
import { LOCK_CATALOG } from './sql/upkeep.ts'

/**
 * Locks the catalog until the transaction ends; gives what it says of itself. Whoever changes the format holds this lock,
 * so what is written behind it is of the format that is there.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when another node has changed the format meanwhile.
 */
export async function lockCatalog(ask: Ask): Promise<Row> {
  const [row = {}] = await ask({ ...LOCK_CATALOG, values: [] })
  if (Number(row.format) !== FORMAT) throw unknownFormat(Number(row.format))
  return row
}
