import type { SearchDocument, Searcher, ToolSummary } from '@toolscout/model'
import type { SavedSearcher, SnapshotSearcher } from '@toolscout/search'
import type { FieldTexts } from '../corpus/field-texts.ts'
import type { EngineIndex } from './engine.ts'

/** One for all tools: summaries belong to the catalog, and no search here filters by them. */
const SUMMARY: ToolSummary = Object.freeze({ id: '', name: '', summary: '', tags: [], backends: [] })

/** What a searcher of Toolscout is given of a tool. */
export function toSearchDocument(id: string, fields: FieldTexts): SearchDocument {
  return { id, fields, summary: SUMMARY }
}

/** A searcher of Toolscout, which may hold documents already, as an index of the benchmark. */
export function toEngineIndex(searcher: Searcher): EngineIndex<SearchDocument> {
  const upsert = async (document: SearchDocument): Promise<void> =>
    searcher.apply({ upserts: [document], removals: [] })
  return {
    search: async (query, limit) => (await searcher.search({ query, limit })).hits.map(({ id }) => id),
    changes: {
      add: upsert,
      update: upsert,
      remove: async (id) => searcher.apply({ upserts: [], removals: [id] }),
    },
    close: () => undefined,
  }
}

/** The same of a searcher that can be saved; `open` makes one of what was. */
export function toSavedIndex(
  searcher: SnapshotSearcher,
  open: (saved: SavedSearcher) => SnapshotSearcher,
): EngineIndex<SearchDocument> {
  return {
    ...toEngineIndex(searcher),
    save: async () => {
      const bytes = searcher.snapshot()
      const saved = { bytes, summaryOf: () => SUMMARY }
      return { bytes: bytes.length, restore: async () => toSavedIndex(open(saved), open) }
    },
  }
}
