import type { CatalogStore } from '@toolscout/model'
import type { StoreReadOptions } from '@toolscout/model/internal'
import type { Lease } from './leases.ts'
import type { MeaningProgress } from './meaning/create-meaning.ts'
import type { PostgresAnswer, PostgresSearchRequest } from './search.ts'

/** Vectors of a catalog in a PostgreSQL database. */
export interface PostgresMeaning {
  /**
   * Embeds now what has no vector, unless another node is at it, and says what is left. Rejects with `EMBEDDER_FAILED`.
   */
  readonly embed: (options?: StoreReadOptions) => Promise<MeaningProgress>
  readonly progress: (options?: StoreReadOptions) => Promise<MeaningProgress>
}

/** A catalog in a PostgreSQL database, which many nodes may have open at once. */
export interface PostgresStore extends CatalogStore {
  /** Ranks by BM25F as `createBm25Searcher` does, by an index in the database of which a node holds what it asks often. */
  readonly search: (request: PostgresSearchRequest) => Promise<PostgresAnswer>
  readonly changes: NonNullable<CatalogStore['changes']>
  readonly embeddings: NonNullable<CatalogStore['embeddings']>
  /** The vectors of the tools; absent without an embedder. No search waits for them. */
  readonly meaning?: PostgresMeaning
  /**
   * Gives the right to do something for all nodes, such as listing a server, or `undefined` while a node has it. It
   * ends with the process, and when that stands still.
   */
  readonly acquireLease: (name: string) => Promise<Lease | undefined>
  /**
   * Joins the search index to as few segments as there may be, such as after a catalog was filled, so that searches look
   * into fewer. Segments are joined in the background, too, but not that far; linear in what is stored.
   */
  readonly optimize: (options?: StoreReadOptions) => Promise<void>
}
