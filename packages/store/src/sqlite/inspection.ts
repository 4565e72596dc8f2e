import type { SqliteConnection } from './connection.ts'
import type { StoreState } from './store-state.ts'

/** What a check works with. */
export interface Inspection {
  readonly connection: SqliteConnection
  readonly state: StoreState
  readonly report: (code: string, message: string, id?: string) => void
  /** Lets others have their turn. @throws what ends the inspection. */
  readonly rest: () => Promise<void>
}
