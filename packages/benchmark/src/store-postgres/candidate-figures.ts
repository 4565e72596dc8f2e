import type { CatalogRecord, SearchDocument } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'

/** Candidates of a request. */
export const CANDIDATES = 200
/** The best of memory that should be among them. */
export const BEST = 10

/** The share of ids that were found. */
export function shareOf(ids: readonly string[], found: ReadonlySet<string>): number {
  return ids.length === 0 ? 1 : ids.filter((id) => found.has(id)).length / ids.length
}

/** The mean of numbers, 0 of none. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
}

/** What a searcher knows of a record. */
export function toDocument(record: CatalogRecord): SearchDocument {
  return toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) })
}
