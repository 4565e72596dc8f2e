import type { Database } from './database.ts'
import { unknownFormat } from './failures.ts'
import { CREATE_APPEND } from './sql/append.ts'
import {
  CREATE_CATALOG,
  CREATE_SCHEMA,
  CREATE_TABLES,
  FIND_TABLES,
  FORMAT,
  LOCK_SCHEMA,
  READ_FORMAT,
} from './sql/schema.ts'

/**
 * Makes the tables where there are none, in one transaction; the node that comes second finds them.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when the tables are of another format.
 */
export async function prepareSchema(database: Pick<Database, 'transact'>): Promise<void> {
  await database.transact('read committed', async (ask) => {
    const run = (text: string, values: readonly unknown[] = []) => ask({ text, values })
    await run(LOCK_SCHEMA)
    await run(CREATE_SCHEMA)
    const [tables] = await run(FIND_TABLES)
    if (tables?.found === true) {
      const [catalog] = await run(READ_FORMAT)
      if (Number(catalog?.format) !== FORMAT) throw unknownFormat(Number(catalog?.format))
      return
    }
    for (const statement of CREATE_TABLES) await run(statement)
    await run(CREATE_APPEND)
    await run(CREATE_CATALOG, [FORMAT])
  })
}
