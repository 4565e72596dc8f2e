import { SEARCH_FIELDS, type SearchDocument, type SearchField, type ToolSummary } from '@toolscout/model'
import type { Analyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, rootsInField } from '../analysis/tokens.ts'
import type { Bm25fParameters } from '../kernel/bm25f.ts'
import { createInvertedIndex, type InvertedIndex } from '../kernel/inverted-index.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Lexicon } from '../synonyms/read-synonyms.ts'
import { type Copies, createCopies } from './diversification.ts'
import { boundFields, createLengths, type Lengths } from './length-penalty.ts'
import { createNameTable, type NameTable } from './name-table.ts'
import { createSuppliers, type Suppliers } from './prerequisites.ts'
import type { QueryReading } from './query-terms.ts'
import { createServers, type Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'
import { createVocabulary, type Meanings } from './spelling.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere neighbours stand together by chance. */
const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

/** Words whose meanings are remembered: those of a long request. */
const MAX_MEANINGS = 64

const NAME = SEARCH_FIELDS.indexOf('name')

/** What a ranking works on. */
export interface RankedCatalog {
  readonly index: InvertedIndex
  readonly names: NameTable
  readonly servers: Servers
  readonly suppliers: Suppliers
  readonly copies: Copies
  readonly lengths: Lengths
  readonly reading: QueryReading
}

/** What the lexical searcher knows of the tools, changed one by one. */
export interface LexicalCatalog extends RankedCatalog {
  /** Adds a tool, in place of the one with the same id when there is one. */
  readonly upsert: (document: SearchDocument) => void
  /** Removes a tool; an unknown id changes nothing. */
  readonly remove: (id: string) => void
  /** The summary of a tool that is there. */
  readonly summaryOf: (handle: number) => ToolSummary
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** What {@link createLexicalCatalog} reads texts with. */
export interface LexicalCatalogParts {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly signals: RankingSignals
  /** Called when the lexicon is first asked for, so that a catalog that is only listed does not pay for it. */
  readonly readLexicon: () => Lexicon
  /** What a catalog of the same analyzer and parameters saved. */
  readonly saved?: SectionReader | undefined
  /** The summary of a tool that was saved. */
  readonly savedSummaryOf?: ((id: string) => ToolSummary) | undefined
}

/** Creates a {@link LexicalCatalog}. */
export function createLexicalCatalog({
  analyzer,
  parameters,
  signals,
  readLexicon,
  saved,
  savedSummaryOf,
}: LexicalCatalogParts): LexicalCatalog {
  const index = createInvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS, saved })
  const reader = createDocumentReader(analyzer)
  const names = createNameTable(saved)
  const servers = createServers(analyzer, saved)
  const suppliers = createSuppliers(analyzer, saved)
  const copies = createCopies(saved)
  const lengths = createLengths(parameters.lengthWeights, saved)
  const frequencyOf = index.documentFrequency
  const vocabulary = createVocabulary((word) => frequencyOf(word) > 0, saved)
  /** What is meant by words that no tool holds, since a request and its clauses ask for the same. */
  const meanings = new Map<string, Meanings>()
  const meantBy = (word: string): Meanings => {
    let meant = meanings.get(word)
    if (meant === undefined) {
      meant = vocabulary.meantBy(word)
      if (meanings.size === MAX_MEANINGS) meanings.clear()
      meanings.set(word, meant)
    }
    return meant
  }
  let lexicon: Lexicon | undefined
  const reading = {
    analyzer,
    get lexicon() {
      lexicon ??= readLexicon()
      return lexicon
    },
    meantBy,
    frequencyOf,
    signals,
  }
  /** By handle; those of tools that were saved are not among them. */
  const summaries: (ToolSummary | undefined)[] = []

  return {
    index,
    names,
    servers,
    suppliers,
    copies,
    lengths,
    reading,
    summaryOf: (handle) => summaries[handle] ?? (savedSummaryOf?.(index.idOf(handle)) as ToolSummary),
    save: (out) => {
      for (const part of [index, names, servers, suppliers, copies, lengths, vocabulary]) part.save(out)
    },
    upsert: ({ id, fields, required = [], summary }) => {
      if (meanings.size > 0) meanings.clear()
      if (index.handleOf(id) !== undefined) vocabulary.release()
      const document = reader.read(SEARCH_FIELDS.map((field) => fields[field]))
      const nameRoots = rootsInField(document, NAME)
      boundFields(document)
      index.upsert(id, document)
      const handle = index.handleOf(id) as number
      names.add(handle, fields.name, fields.namespace)
      servers.place(handle, fields.namespace)
      lengths.place(handle, document)
      copies.place(handle, document)
      vocabulary.add(document)
      suppliers.place(handle, { nameRoots, namespace: fields.namespace, required })
      summaries[handle] = summary
    },
    remove: (id) => {
      const handle = index.handleOf(id)
      if (handle === undefined) return
      if (meanings.size > 0) meanings.clear()
      names.remove(handle)
      servers.remove(handle)
      suppliers.remove(handle)
      lengths.remove(handle)
      index.remove(id)
      summaries[handle] = undefined
      vocabulary.release()
    },
  }
}
