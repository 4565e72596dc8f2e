import { compareHits, type SearchDocument, type Searcher } from '@toolscout/model'
import MiniSearch from 'minisearch'
import { FIELD_WEIGHTS, WEIGHED_FIELDS } from '../engines/field-weights.ts'
import { splitPlainWords } from './plain-words.ts'

/** MiniSearch with its own scores over plain words, and fields weighed as for every engine that can weigh them. */
export function createMinisearchSearcher(): Searcher {
  const engine = new MiniSearch<SearchDocument>({
    fields: [...WEIGHED_FIELDS],
    extractField: (document, field) =>
      field === 'id' ? document.id : document.fields[field as keyof SearchDocument['fields']],
    tokenize: splitPlainWords,
    processTerm: (term) => term,
    searchOptions: { boost: FIELD_WEIGHTS, combineWith: 'OR', prefix: false, fuzzy: false },
  })
  return Object.freeze({
    name: 'minisearch',
    apply: ({ upserts, removals }) => {
      for (const id of removals) if (engine.has(id)) engine.discard(id)
      for (const document of upserts) {
        if (engine.has(document.id)) engine.replace(document)
        else engine.add(document)
      }
    },
    search: async ({ query, limit }) => {
      const hits = engine.search(query).map(({ id, score }) => ({ id: id as string, score }))
      return { hits: hits.sort(compareHits).slice(0, limit) }
    },
  } satisfies Searcher)
}
