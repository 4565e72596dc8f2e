import { type CatalogRecord, type ToolSummary, toToolSummary } from '@toolscout/model'
import { toSearchDocument } from '@toolscout/schema'
import type { Analyzer, Bm25fParameters } from '@toolscout/search'
import { facetsOf } from './facets.ts'
import { createForwardRows } from './forward-row.ts'

/** What the database keeps of a tool beside its record, as the literals of arrays that it reads. */
export interface SearchRow {
  readonly summary: string
  readonly terms: string
  readonly frequencies: string
  readonly facets: string
  readonly length: number
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
  const { terms, frequencies, length } = rowOf(toSearchDocument({ tool, summary, notes }))
  return {
    summary: JSON.stringify(summary),
    terms: `{${terms.join()}}`,
    frequencies: `{${frequencies.join()}}`,
    facets: `{${facetsOf(summary, groupsOf(summary)).join()}}`,
    length,
  }
}
