import { StoreFormatUnknownError } from '@toolscout/model'
import type { Database } from './database.ts'
import { otherAnalysis, STORE } from './failures.ts'
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
  READ_FORMAT,
} from './sql/schema.ts'

/** How texts are to be indexed. */
export interface SchemaAnalysis {
  readonly analysis: string
  readonly maker: SearchRowMaker
  /** Whether a catalog that is indexed by another analysis is indexed anew. */
  readonly reindex: boolean
}

/**
 * Makes the tables where there are none, in one transaction; the node that comes second finds them.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when what is there is of another format, or indexed by another analysis.
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
    if (format !== FORMAT) {
      const advice =
        format > FORMAT
          ? 'Install a newer one'
          : 'Copy its tools with the version that wrote it into another schema'
      const message = `The catalog has format ${format}; this version of Toolscout knows ${FORMAT}. ${advice}.`
      throw new StoreFormatUnknownError(message, { store: STORE, format, known: FORMAT })
    }
    if (catalog?.analysis === analysis) return
    if (!reindex) throw otherAnalysis()
    await rebuild(ask, maker, { analysis })
  })
}
