import type { Options } from 'minisearch'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { FIELD_WEIGHTS, WEIGHED_FIELDS } from './field-weights.ts'
import { type PlainDocument, splitSpaces, toPlainDocument } from './plain-document.ts'
import { toSavedText } from './saved-text.ts'

/** MiniSearch. Gives every hit and knows no limit, so the best are cut off what it gives. */
export const minisearch: Engine<PlainDocument> = {
  name: 'minisearch',
  packageName: 'minisearch',
  maxTools: 1_000_000,
  isPairedByDefault: true,
  prepare: toPlainDocument,
  prepareQuery: toPlainWords,
  load: async () => {
    const { default: MiniSearch } = await import('minisearch')
    const options: Options<PlainDocument> = {
      fields: [...WEIGHED_FIELDS],
      extractField: (document, field) =>
        field === 'id' ? document.id : document.fields[field as keyof PlainDocument['fields']],
      tokenize: splitSpaces,
      processTerm: (term) => term,
      searchOptions: { boost: FIELD_WEIGHTS, combineWith: 'OR', prefix: false, fuzzy: false },
    }
    const toIndex = (engine: InstanceType<typeof MiniSearch<PlainDocument>>): EngineIndex<PlainDocument> => ({
      search: async (query, limit) => {
        const hits = engine.search(query)
        return hits.slice(0, limit).map(({ id }) => id as string)
      },
      changes: {
        add: async (document) => engine.add(document),
        update: async (document) => engine.replace(document),
        remove: async (id) => engine.discard(id),
      },
      save: async () =>
        toSavedText(JSON.stringify(engine), async (json) => toIndex(MiniSearch.loadJSON(json, options))),
      close: () => undefined,
    })
    return {
      build: async (documents) => {
        const engine = new MiniSearch<PlainDocument>(options)
        engine.addAll(documents)
        return toIndex(engine)
      },
    }
  },
}
