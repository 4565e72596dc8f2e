import { createRequire } from 'node:module'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { BM25_PARAMETERS, FIELD_WEIGHTS, WEIGHED_FIELDS } from './field-weights.ts'
import { type PlainDocument, splitSpaces, toPlainDocument } from './plain-document.ts'
import { toSavedText } from './saved-text.ts'

/** The package has no types; these are the parts that are used. */
interface LunrIndex {
  readonly query: (
    ask: (query: { readonly term: (term: string, options: { usePipeline: boolean }) => void }) => void,
  ) => readonly { readonly ref: string }[]
}
interface LunrBuilder {
  tokenizer: (text: string) => readonly unknown[]
  readonly field: (name: string, options: { readonly boost: number }) => void
  readonly add: (document: { readonly id: string; readonly [field: string]: string }) => void
  readonly b: (value: number) => void
  readonly k1: (value: number) => void
  readonly build: () => LunrIndex
}
interface LunrLibrary {
  readonly Builder: new () => LunrBuilder
  readonly Index: { readonly load: (serialized: unknown) => LunrIndex }
  readonly Token: new (text: string) => unknown
}

/** lunr. A built index cannot be changed. */
export const lunr: Engine<PlainDocument> = {
  name: 'lunr',
  packageName: 'lunr',
  // A gigabyte and half a minute at this size.
  maxTools: 100_000,
  isPairedByDefault: false,
  prepare: toPlainDocument,
  prepareQuery: toPlainWords,
  load: async () => {
    const require = createRequire(import.meta.url)
    const library = require('lunr') as LunrLibrary
    const toIndex = (engine: LunrIndex): EngineIndex<PlainDocument> => ({
      search: async (query, limit) => {
        const hits = engine.query((builder) => {
          for (const term of splitSpaces(query)) builder.term(term, { usePipeline: false })
        })
        return hits.slice(0, limit).map(({ ref }) => ref)
      },
      save: async () =>
        toSavedText(JSON.stringify(engine), async (json) => toIndex(library.Index.load(JSON.parse(json)))),
      close: () => undefined,
    })
    return {
      build: async (documents) => {
        // Unlike `lunr()`, a bare builder has no pipeline: no stemmer, no stop words.
        const builder = new library.Builder()
        builder.tokenizer = (text) => splitSpaces(text).map((word) => new library.Token(word))
        builder.k1(BM25_PARAMETERS.k1)
        builder.b(BM25_PARAMETERS.b)
        for (const field of WEIGHED_FIELDS) builder.field(field, { boost: FIELD_WEIGHTS[field] })
        for (const { id, fields } of documents) builder.add({ id, ...fields })
        return toIndex(builder.build())
      },
    }
  },
}
