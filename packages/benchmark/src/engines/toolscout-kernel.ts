import type { SearchDocument } from '@toolscout/model'
import type { Analyzer, SavedSearcher, SnapshotSearcher, Word } from '@toolscout/search'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine } from './engine.ts'
import { BM25_PARAMETERS, FIELD_WEIGHTS } from './field-weights.ts'
import { splitSpaces, toPlainDocument } from './plain-document.ts'
import { toEngineIndex, toSearchDocument } from './toolscout-searcher-index.ts'

/** The inverted index of `@toolscout/search` alone: plain words, and wink's formula, where every field makes a tool longer. */
export const toolscoutKernel: Engine<SearchDocument> = {
  name: 'toolscout-kernel',
  packageName: '@toolscout/search',
  maxTools: Number.POSITIVE_INFINITY,
  isPairedByDefault: true,
  prepare: (tool) => toSearchDocument(tool.id, toPlainDocument(tool).fields),
  prepareQuery: toPlainWords,
  load: async () => {
    const { createTunedBm25Searcher } = await import('@toolscout/search/internal')
    return {
      build: async (documents) => {
        const { analyzer, forget } = createPlainAnalyzer()
        const open = (saved?: SavedSearcher): SnapshotSearcher =>
          createTunedBm25Searcher({
            ...BM25_PARAMETERS,
            analyzer,
            weights: FIELD_WEIGHTS,
            lengthWeights: FIELD_WEIGHTS,
            saved,
          })
        const searcher = open()
        searcher.apply({ upserts: documents, removals: [] })
        forget()
        return toEngineIndex(searcher, open)
      },
    }
  },
}

/**
 * Splits at spaces. A word met again while documents are read costs one look-up; `forget` drops what is
 * remembered, which is no part of an index.
 */
function createPlainAnalyzer(): { readonly analyzer: Analyzer; readonly forget: () => void } {
  const known = new Map<string, Word>()
  const toWord = (text: string): Word => {
    let word = known.get(text)
    if (word === undefined) {
      word = { text, tokens: [{ term: text, surface: true, root: true }] }
      known.set(text, word)
    }
    return word
  }
  return {
    analyzer: { analyze: (text) => splitSpaces(text).map(toWord), fingerprint: 'spaces' },
    forget: () => known.clear(),
  }
}
