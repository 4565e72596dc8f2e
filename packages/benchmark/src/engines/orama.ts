import type { AnyOrama, RawData } from '@orama/orama'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { BM25_PARAMETERS, FIELD_WEIGHTS, WEIGHED_FIELDS } from './field-weights.ts'
import { splitSpaces, toPlainDocument } from './plain-document.ts'
import { toSavedText } from './saved-text.ts'

type OramaDocument = { readonly id: string } & { readonly [field: string]: string }

/** Orama. Any word may match, and it also finds words that only begin like one of the query. */
export const orama: Engine<OramaDocument> = {
  name: 'orama',
  packageName: '@orama/orama',
  maxTools: 100_000,
  isPairedByDefault: false,
  note: 'matches beginnings of words too, which cannot be switched off; keeps the documents',
  prepare: (tool) => {
    const { id, fields } = toPlainDocument(tool)
    return { id, ...Object.fromEntries(WEIGHED_FIELDS.map((field) => [field, fields[field]])) }
  },
  prepareQuery: toPlainWords,
  load: async () => {
    const library = await import('@orama/orama')
    const create = (): AnyOrama =>
      library.create({
        schema: Object.fromEntries(WEIGHED_FIELDS.map((field) => [field, 'string' as const])),
        components: {
          tokenizer: { language: 'english', normalizationCache: new Map(), tokenize: splitSpaces },
        },
        // Nothing is sorted by a field, and the tables for it would be charged to the index.
        sort: { enabled: false },
      })
    const relevance = { k: BM25_PARAMETERS.k1, b: BM25_PARAMETERS.b, d: 0 }
    const toIndex = (engine: AnyOrama): EngineIndex<OramaDocument> => ({
      search: async (query, limit) => {
        const results = await library.search(engine, { term: query, limit, boost: FIELD_WEIGHTS, relevance })
        return results.hits.map(({ id }) => id)
      },
      changes: {
        add: async (document) => void (await library.insert(engine, document)),
        update: async (document) => void (await library.update(engine, document.id, document)),
        remove: async (id) => void (await library.remove(engine, id)),
      },
      save: async () =>
        toSavedText(JSON.stringify(library.save(engine)), async (json) => {
          const restored = create()
          library.load(restored, JSON.parse(json) as RawData)
          return toIndex(restored)
        }),
      close: () => undefined,
    })
    return {
      build: async (documents) => {
        const engine = create()
        for (const document of documents) await library.insert(engine, document)
        return toIndex(engine)
      },
    }
  },
}
