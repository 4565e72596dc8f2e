import type { Database } from './database.ts'
import { otherAnalysis, unknownFormat } from './failures.ts'
import { rebuild } from './health/rebuild.ts'
import type { SearchRowMaker } from './search-row.ts'
import { CREATE_APPEND } from './sql/append.ts'
import {
  CREATE_CATALOG,
  CREATE_SCHEMA,
  CREATE_TABLES,
  FIND_TABLES,
  FORMAT,
  LOCK_SCHEMA,
  OLDEST_MIGRATED,
  READ_FORMAT,
  WRITE_FORMAT,
} from './sql/schema.ts'

/** How texts are to be indexed. */
export interface SchemaAnalysis {
  readonly analysis: string
  readonly maker: SearchRowMaker
  /** Whether a catalog that is indexed by another analysis is indexed anew. */
  readonly reindex: boolean
}

/**
 * Makes the tables where there are none, or those of an older format new, in one transaction; the node that comes second
 * finds them.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when what is there is of a format that is not known, or indexed by another analysis.
 */
export async function prepareSchema(
  database: Pick<Database, 'transact'>,
  { analysis, maker, reindex }: SchemaAnalysis,
): Promise<void> {
  await database.transact('read committed', async (ask) => {
    const run = (text: string, values: readonly unknown[] = []) => ask({ text, values })
    await run(LOCK_SCHEMA)
    await run(CREATE_SCHEMA)
    const [tables] = await run(FIND_TABLES)
    if (tables?.found !== true) {
      for (const statement of CREATE_TABLES) await run(statement)
      await run(CREATE_APPEND)
      await run(CREATE_CATALOG, [FORMAT, analysis])
      return
    }
    const [catalog] = await run(READ_FORMAT)
    const format = Number(catalog?.format)
    if (format > FORMAT || format < OLDEST_MIGRATED) throw unknownFormat(format)
    if (catalog?.analysis !== analysis && !reindex) throw otherAnalysis()
    if (catalog?.analysis === analysis && format === FORMAT) return
    await rebuild(ask, maker, { analysis })
    await run(WRITE_FORMAT, [FORMAT])
  })
}
