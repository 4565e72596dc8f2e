import type { SearchDocument, ToolSummary } from '@toolscout/model'
import type { SavedSearcher, SnapshotSearcher } from '@toolscout/search'
import type { FieldTexts } from '../corpus/field-texts.ts'
import type { EngineIndex } from './engine.ts'

/** One for all tools: summaries belong to the catalog, and no search here filters by them. */
const SUMMARY: ToolSummary = Object.freeze({ id: '', name: '', summary: '', tags: [], backends: [] })

/** What a searcher of Toolscout is given of a tool. */
export function toSearchDocument(id: string, fields: FieldTexts): SearchDocument {
  return { id, fields, summary: SUMMARY }
}

/**
 * A searcher of Toolscout, which may hold documents already, as an index of the benchmark.
 *
 * @param open makes a searcher of a saved one.
 */
export function toEngineIndex(
  searcher: SnapshotSearcher,
  open: (saved: SavedSearcher) => SnapshotSearcher,
): EngineIndex<SearchDocument> {
  const upsert = async (document: SearchDocument): Promise<void> =>
    searcher.apply({ upserts: [document], removals: [] })
  return {
    search: async (query, limit) => (await searcher.search({ query, limit })).hits.map(({ id }) => id),
    changes: {
      add: upsert,
      update: upsert,
      remove: async (id) => searcher.apply({ upserts: [], removals: [id] }),
    },
    save: async () => {
      const bytes = searcher.snapshot()
      const saved = { bytes, summaryOf: () => SUMMARY }
      return { bytes: bytes.length, restore: async () => toEngineIndex(open(saved), open) }
    },
    close: () => undefined,
  }
}
