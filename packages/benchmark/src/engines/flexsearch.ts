import type { Index } from 'flexsearch'
import { toPlainWords } from '../corpus/plain-words.ts'
import type { Engine, EngineIndex } from './engine.ts'
import type { WeighedField } from './field-weights.ts'
import { splitSpaces, toPlainDocument } from './plain-document.ts'
import { toSavedText } from './saved-text.ts'

/** FlexSearch scores a word by how early it stands, so the fields that weigh most come first. */
const FIELD_ORDER: readonly WeighedField[] = [
  'name',
  'title',
  'namespace',
  'tags',
  'description',
  'parameters',
  'parameterTexts',
  'values',
]

interface FlatDocument {
  readonly id: string
  readonly text: string
}

/**
 * FlexSearch, one text a tool. `fastupdate` is off: with it a change takes microseconds, but an exported index
 * cannot be imported again.
 */
export const flexsearch: Engine<FlatDocument> = {
  name: 'flexsearch',
  packageName: 'flexsearch',
  maxTools: 1_000_000,
  isPairedByDefault: true,
  note: 'ranks by position of words, not by how rare they are',
  prepare: (tool) => {
    const { id, fields } = toPlainDocument(tool)
    const texts = FIELD_ORDER.map((field) => fields[field]).filter((text) => text !== '')
    return { id, text: texts.join(' ') }
  },
  prepareQuery: toPlainWords,
  load: async () => {
    const library = await import('flexsearch')
    const create = (): Index =>
      new library.Index({ tokenize: 'strict', encode: splitSpaces, fastupdate: false })
    const toIndex = (engine: Index): EngineIndex<FlatDocument> => ({
      // Without suggestions it gives only tools that hold every word.
      search: async (query, limit) => engine.search(query, { limit, suggest: true }) as string[],
      changes: {
        add: async ({ id, text }) => void engine.add(id, text),
        update: async ({ id, text }) => void engine.update(id, text),
        remove: async (id) => void engine.remove(id),
      },
      save: async () => {
        const parts: [key: string, data: string][] = []
        await engine.export(async (key: string, data: string) => {
          parts.push([key, data])
        })
        return toSavedText(JSON.stringify(parts), async (text) => {
          const restored = create()
          for (const [key, data] of JSON.parse(text) as typeof parts) restored.import(key, data)
          return toIndex(restored)
        })
      },
      close: () => undefined,
    })
    return {
      build: async (documents) => {
        const engine = create()
        for (const { id, text } of documents) engine.add(id, text)
        return toIndex(engine)
      },
    }
  },
}
