import type { Hit, SearchDocument, Searcher, SearcherAnswer, ToolFilter } from '@toolscout/model'
import fc from 'fast-check'
import type { Create } from './obligation.ts'
import { anyDocument, anyQuery } from './search-documents.ts'

/** How many hits a search without a limit may give. */
export const EVERYTHING = 1_000

/** Any filter. */
export const filters: fc.Arbitrary<ToolFilter> = fc.constantFrom<ToolFilter>(
  { namespaces: ['git'] },
  { namespaces: [] },
  { tags: ['web'] },
  { readOnly: true },
  { readOnly: false, tags: ['data'] },
)

/** How the suite of searchers fills and asks one. */
export interface SearcherQuestions {
  /** A query that finds documents holding this word. */
  readonly queryFor: (word: string) => string
  /** Any query of one word. */
  readonly anyWord: fc.Arbitrary<string>
  /** Any documents with ids of their own. */
  readonly distinct: fc.Arbitrary<SearchDocument[]>
  readonly search: (
    searcher: Searcher,
    query: string,
    limit?: number,
    filter?: ToolFilter,
  ) => Promise<SearcherAnswer>
  /** Creates a searcher that holds these documents. */
  readonly filled: (create: Create<Searcher>, documents: readonly SearchDocument[]) => Promise<Searcher>
}

/** Creates the questions of the suite in the language of a searcher. */
export function createQuestions(queryFor: (word: string) => string): SearcherQuestions {
  const anyWord = anyQuery.map((words) => queryFor(words.split(' ')[0] ?? ''))
  const search: SearcherQuestions['search'] = (searcher, query, limit = EVERYTHING, filter) =>
    searcher.search({ query, limit, filter })
  const filled: SearcherQuestions['filled'] = async (create, documents) => {
    const searcher = await create()
    searcher.apply({ upserts: documents, removals: [] })
    return searcher
  }
  const distinct = fc
    .array(anyDocument, { maxLength: 12 })
    .map((documents) => [...new Map(documents.map((document) => [document.id, document])).values()])
  return { queryFor, anyWord, distinct, search, filled }
}

/** The ids of hits, in their order. */
export function idsOf(hits: readonly Hit[]): string[] {
  return hits.map((hit) => hit.id)
}
