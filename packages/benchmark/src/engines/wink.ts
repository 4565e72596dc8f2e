import { createRequire } from 'node:module'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import { BM25_PARAMETERS, FIELD_WEIGHTS, WEIGHED_FIELDS } from './field-weights.ts'
import { type PlainDocument, splitSpaces, toPlainDocument } from './plain-document.ts'
import { toSavedText } from './saved-text.ts'

/** The package has no types; these are the parts that are used. */
interface WinkEngine {
  readonly defineConfig: (config: {
    readonly fldWeights: { readonly [field: string]: number }
    readonly bm25Params: { readonly k1: number; readonly b: number; readonly k: number }
  }) => boolean
  readonly definePrepTasks: (tasks: readonly ((text: string) => string[])[]) => number
  readonly addDoc: (document: { readonly [field: string]: string }, id: string) => number
  readonly consolidate: (decimals: number) => boolean
  readonly search: (text: string, limit: number) => readonly (readonly [id: string, score: number])[]
  readonly exportJSON: () => string
  readonly importJSON: (json: string) => boolean
}

/** wink rounds what a word adds to a score; this is the most exact it can be, and costs no time. */
const DECIMALS = 9

/** wink-bm25-text-search itself. It can only rebuild: documents cannot be added after consolidation. */
export const wink: Engine<PlainDocument> = {
  name: 'wink',
  packageName: 'wink-bm25-text-search',
  maxTools: 1_000_000,
  isPairedByDefault: true,
  prepare: toPlainDocument,
  prepareQuery: toPlainWords,
  load: async () => {
    const require = createRequire(import.meta.url)
    const createWink = require('wink-bm25-text-search') as () => WinkEngine
    const toIndex = (engine: WinkEngine): EngineIndex<PlainDocument> => ({
      search: async (query, limit) => engine.search(query, limit).map(([id]) => id),
      save: async () =>
        toSavedText(engine.exportJSON(), async (json) => {
          const restored = createWink()
          restored.importJSON(json)
          restored.definePrepTasks([splitSpaces])
          return toIndex(restored)
        }),
      close: () => undefined,
    })
    return {
      build: async (documents) => {
        const engine = createWink()
        engine.defineConfig({ fldWeights: FIELD_WEIGHTS, bm25Params: { ...BM25_PARAMETERS, k: 1 } })
        engine.definePrepTasks([splitSpaces])
        for (const { id, fields } of documents) {
          engine.addDoc(Object.fromEntries(WEIGHED_FIELDS.map((field) => [field, fields[field]])), id)
        }
        engine.consolidate(DECIMALS)
        return toIndex(engine)
      },
    }
  },
}
