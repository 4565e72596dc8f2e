import { quote, truncate } from '@toolscout/model/internal'
import { InvalidDetailError } from './errors.ts'

/**
 * How much documentation of a tool to return. `summary`: what it is for. `schema`: also how it is called. `full`: also notes,
 * examples and references.
 */
export type DetailLevel = 'summary' | 'schema' | 'full'

/** The levels, least first. */
export const DETAIL_LEVELS: readonly DetailLevel[] = Object.freeze(['summary', 'schema', 'full'])

/**
 * Reads a level of detail, such as one a model asked for.
 *
 * @throws InvalidDetailError `INVALID_DETAIL` for anything but `summary`, `schema` and `full`.
 */
export function parseDetail(value: unknown): DetailLevel {
  const level = DETAIL_LEVELS.find((known) => known === value)
  if (level !== undefined) return level
  throw new InvalidDetailError(
    `${quote(value)} is no level of detail; use summary, schema or full.`,
    truncate(String(value), 80),
  )
}
