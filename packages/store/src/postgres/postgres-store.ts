import type { CatalogStore } from '@toolscout/model'
import type { Lease } from './leases.ts'

/** A catalog in a PostgreSQL database, which many nodes may have open at once. */
export interface PostgresStore extends CatalogStore {
  readonly changes: NonNullable<CatalogStore['changes']>
  readonly embeddings: NonNullable<CatalogStore['embeddings']>
  /**
   * Gives the right to do something for all nodes, such as listing a server, or `undefined` while a node has it. It
   * ends with the process, and when that stands still.
   */
  readonly acquireLease: (name: string) => Promise<Lease | undefined>
}
