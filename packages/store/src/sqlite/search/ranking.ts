import type { CatalogRecord, SearcherAnswer, SearchRequest } from '@toolscout/model'
import type { SqliteConnection } from '../connection.ts'
import type { Inspection } from '../inspection.ts'
import type { StoreState } from '../store-state.ts'

/** One way to rank in SQLite alone, and the tables it needs for that. */
export interface Ranking {
  /** What tools are indexed by, as text; another text is another index. */
  readonly analysis: string
  /** Starts to take tools in. */
  readonly begin: () => IndexBatch
  /** Forgets every tool. */
  readonly clear: (connection: SqliteConnection) => void
  /** Ranks; every tool is indexed then. */
  readonly search: (connection: SqliteConnection, state: StoreState, request: SearchRequest) => SearcherAnswer
  /** Starts to check the index; tools that are pending may be indexed as they were. */
  readonly check: (inspection: Inspection, pending: ReadonlySet<number>) => IndexCheck
}

/** Tools that are taken in together. */
export interface IndexBatch {
  /** Reads one tool. Numbers come in ascending order. */
  readonly add: (number: number, record: CatalogRecord) => void
  /** Takes all in, in place of what was known of `changed`; those that are `stale` have changed since they were read. */
  readonly write: (
    connection: SqliteConnection,
    changed: readonly number[],
    stale: ReadonlySet<number>,
  ) => void
}

/** Compares an index with the tools. */
export interface IndexCheck {
  /** Takes one tool as it should be indexed. */
  readonly expect: (number: number, record: CatalogRecord) => void
  /** Tells what is not so. */
  readonly finish: () => Promise<void>
}

/** Finds nothing. */
export const NO_CHECK: IndexCheck = Object.freeze({ expect: () => undefined, finish: async () => undefined })
