import type { SearchDocument, Searcher, ToolSummary } from '@toolscout/model'
import type { FieldTexts } from '../corpus/field-texts.ts'
import type { EngineIndex } from './engine.ts'

/** One for all tools: summaries belong to the catalog, and no search here filters by them. */
const SUMMARY: ToolSummary = Object.freeze({ id: '', name: '', summary: '', tags: [], backends: [] })

/** What a searcher of Toolscout is given of a tool. */
export function toSearchDocument(id: string, fields: FieldTexts): SearchDocument {
  return { id, fields, summary: SUMMARY }
}

/** A searcher of Toolscout with these tools, as an index of the benchmark. */
export function toEngineIndex(
  searcher: Searcher,
  documents: readonly SearchDocument[],
): EngineIndex<SearchDocument> {
  const upsert = async (document: SearchDocument): Promise<void> =>
    searcher.apply({ upserts: [document], removals: [] })
  searcher.apply({ upserts: documents, removals: [] })
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
