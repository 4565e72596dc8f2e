import { StoreDamagedError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { Database } from './database.ts'
import { otherAnalysis, STORE, unknownFormat } from './failures.ts'
import { rebuild } from './health/rebuild.ts'
import type { SearchRowMaker } from './search-row.ts'
import { CREATE_APPEND, DROP_APPEND } from './sql/append.ts'
import {
  CREATE_CATALOG,
  CREATE_SCHEMA,
  CREATE_TABLES,
  FIND_TABLES,
  FORMAT,
  LOCK_SCHEMA,
  OLDEST_MIGRATED,
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
 * Makes the tables where there are none, and the search index anew where it is of an older format, in one transaction;
 * the node that comes second finds them. Says whether the index was made anew.
 *
 * Rejects with `STORE_FORMAT_UNKNOWN` when what is there is of a format that is not known, or indexed by another
 * analysis, and with `STORE_DAMAGED` when records cannot be read that the index is to be made of.
 */
export async function prepareSchema(
  database: Pick<Database, 'transact'>,
  { analysis, maker, reindex }: SchemaAnalysis,
): Promise<boolean> {
  return database.transact('read committed', async (ask) => {
    const run = (text: string, values: readonly unknown[] = []) => ask({ text, values })
    await run(LOCK_SCHEMA)
    await run(CREATE_SCHEMA)
    const [tables] = await run(FIND_TABLES)
    if (tables?.found !== true) {
      for (const statement of CREATE_TABLES) await run(statement)
      await run(CREATE_APPEND)
      await run(CREATE_CATALOG, [FORMAT, analysis])
      return false
    }
    const [catalog] = await run(READ_FORMAT)
    const format = Number(catalog?.format)
    if (format > FORMAT || format < OLDEST_MIGRATED) throw unknownFormat(format)
    if (catalog?.analysis !== analysis && !reindex) throw otherAnalysis()
    if (catalog?.analysis === analysis && format === FORMAT) return false
    if (format < FORMAT) {
      await run(DROP_APPEND)
      await run(CREATE_APPEND)
    }
    const lost = await rebuild(ask, maker, { analysis })
    if (lost.length > 0) throw unreadable(lost)
    return true
  })
}

function unreadable(ids: readonly string[]): StoreDamagedError {
  const some = ids.slice(0, 3).map((id) => quote(id))
  const rest = ids.length > some.length ? ` and ${ids.length - some.length} more` : ''
  return new StoreDamagedError(
    STORE,
    `The index cannot be made anew, for the records of ${some.join(', ')}${rest} cannot be read; nothing was changed. Open the catalog as it was opened before, and call repair().`,
  )
}
