import type { CatalogRecord, ToolSummary } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import type { Analyzer, Bm25fParameters } from '@toolscout/search'
import { facetsOf } from './facets.ts'
import { createForwardRows, type ForwardRow } from './forward-row.ts'
import { facetKey } from './term-hash.ts'

/** Everything that is searched of a tool. */
export interface SearchRow extends ForwardRow {
  readonly summary: string
  /** Keys, each once. */
  readonly facets: readonly number[]
}

/** What rows are made by. */
export interface SearchRowMaker {
  readonly rowOf: ReturnType<typeof createForwardRows>
  readonly groupsOf: (tool: ToolSummary) => readonly string[]
}

/** Says how rows are made. */
export function createSearchRowMaker(
  analyzer: Analyzer,
  parameters: Bm25fParameters,
  groupsOf: SearchRowMaker['groupsOf'],
): SearchRowMaker {
  return { rowOf: createForwardRows(analyzer, parameters), groupsOf }
}

/** Everything that is searched of a record. */
export function toSearchRow(record: CatalogRecord, { rowOf, groupsOf }: SearchRowMaker): SearchRow {
  const { tool, backends, notes } = record
  const summary = toToolSummary(tool, backends)
  const row = rowOf(toSearchDocument({ tool, summary, notes }))
  return {
    ...row,
    summary: JSON.stringify(summary),
    facets: facetsOf(summary, groupsOf(summary)).map(facetKey),
  }
}
