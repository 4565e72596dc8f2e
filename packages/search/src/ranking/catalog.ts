import { SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, rootsInField } from '../analysis/tokens.ts'
import type { Bm25fParameters } from '../kernel/bm25f.ts'
import { createInvertedIndex, type InvertedIndex } from '../kernel/inverted-index.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import { createNearDuplicates, type NearDuplicates } from './diversification.ts'
import { boundFields, createLengths, type Lengths } from './length-penalty.ts'
import { createNameTable, type NameTable } from './name-table.ts'
import { createPrerequisites, type Prerequisites } from './prerequisites.ts'
import type { QueryReading } from './query-terms.ts'
import { createServers, type Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'
import { type Corrections, createSpelling } from './spelling.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere words are neighbours by chance. */
const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

/** Words whose corrections are remembered: those of a long request. */
const MAX_CORRECTED = 64

const NAME = SEARCH_FIELDS.indexOf('name')

/** What a ranking works on. */
export interface RankedCatalog {
  readonly index: InvertedIndex
  readonly names: NameTable
  readonly servers: Servers
  readonly prerequisites: Prerequisites
  readonly nearDuplicates: NearDuplicates
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
  readonly summaryOf: (docId: number) => ToolSummary
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** What {@link createLexicalCatalog} reads texts with. */
export interface LexicalCatalogDeps {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly signals: RankingSignals
  /** Called when the synonyms is first asked for, so that a catalog that is only listed does not pay for it. */
  readonly readSynonyms: () => Synonyms
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
  readSynonyms,
  saved,
  savedSummaryOf,
}: LexicalCatalogDeps): LexicalCatalog {
  const index = createInvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS, saved })
  const reader = createDocumentReader(analyzer)
  const servers = createServers(analyzer, saved)
  const names = createNameTable(servers, saved)
  const prerequisites = createPrerequisites(analyzer, saved)
  const nearDuplicates = createNearDuplicates(saved)
  const lengths = createLengths(parameters.lengthWeights, saved)
  const frequencyOf = (term: string): number => index.documentFrequency(term)
  const spelling = createSpelling((word) => frequencyOf(word) > 0, saved)
  /** What is meant by words that no tool holds, since a request and its subqueries ask for the same. */
  const corrections = new Map<string, Corrections>()
  const correctionsOf = (word: string): Corrections => {
    let meant = corrections.get(word)
    if (meant === undefined) {
      meant = spelling.correctionsOf(word)
      if (corrections.size === MAX_CORRECTED) corrections.clear()
      corrections.set(word, meant)
    }
    return meant
  }
  let synonyms: Synonyms | undefined
  const reading = {
    analyzer,
    get synonyms() {
      synonyms ??= readSynonyms()
      return synonyms
    },
    correctionsOf,
    frequencyOf,
    signals,
  }
  /** By docId; those of tools that were saved are not among them. */
  const summaries: (ToolSummary | undefined)[] = []

  return {
    index,
    names,
    servers,
    prerequisites,
    nearDuplicates,
    lengths,
    reading,
    summaryOf: (docId) => summaries[docId] ?? (savedSummaryOf?.(index.idOf(docId)) as ToolSummary),
    save: (out) => {
      for (const part of [index, servers, names, prerequisites, nearDuplicates, lengths, spelling])
        part.save(out)
    },
    upsert: ({ id, fields, required = [], summary }) => {
      if (corrections.size > 0) corrections.clear()
      if (index.docIdOf(id) !== undefined) spelling.release()
      const document = reader.read(SEARCH_FIELDS.map((field) => fields[field]))
      const nameRoots = rootsInField(document, NAME)
      boundFields(document)
      index.upsert(id, document)
      const docId = index.docIdOf(id) as number
      names.add(docId, fields.name)
      servers.place(docId, fields.namespace)
      lengths.place(docId, document)
      nearDuplicates.place(docId, document)
      spelling.add(document)
      prerequisites.place(docId, { nameRoots, namespace: fields.namespace, required })
      summaries[docId] = summary
    },
    remove: (id) => {
      const docId = index.docIdOf(id)
      if (docId === undefined) return
      if (corrections.size > 0) corrections.clear()
      names.remove(docId)
      servers.remove(docId)
      prerequisites.remove(docId)
      lengths.remove(docId)
      index.remove(id)
      summaries[docId] = undefined
      spelling.release()
    },
  }
}
