import type { SearchDocument } from '@toolscout/model'
import { toFieldTexts } from '../corpus/field-texts.ts'
import type { Engine } from './engine.ts'
import { toEngineIndex, toSearchDocument } from './toolscout-searcher-index.ts'

/** The searcher of `@toolscout/search` as users get it: texts as written, its own analysis, all defaults. */
export const toolscoutSearcher: Engine<SearchDocument> = {
  name: 'toolscout-searcher',
  packageName: '@toolscout/search',
  maxTools: Number.POSITIVE_INFINITY,
  isPairedByDefault: true,
  note: 'texts as written and its own analysis and weights, so it ranks differently on purpose',
  prepare: (tool) => toSearchDocument(tool.id, toFieldTexts(tool)),
  prepareQuery: (text) => text,
  load: async () => {
    const { createLexicalSearcher } = await import('@toolscout/search')
    return {
      build: async (documents) => {
        const searcher = createLexicalSearcher()
        searcher.apply({ upserts: documents, removals: [] })
        return toEngineIndex(searcher, (saved) => createLexicalSearcher({ saved }))
      },
    }
  },
}
