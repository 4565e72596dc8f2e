import type { Database } from '../database.ts'
import type { BuilderParts } from './segment-builder.ts'

/** What the search index is tended with. */
export interface TendingParts {
  readonly database: Pick<Database, 'ask' | 'transact'>
  /** See `BuilderParts`. */
  readonly keepOn: BuilderParts['keepOn']
  readonly bytesAtOnce: number
}

/** What segments are written with, outside of a transaction. */
export function toBuilderParts({ database, ...parts }: TendingParts): BuilderParts {
  return { ask: database.ask, ...parts }
}
