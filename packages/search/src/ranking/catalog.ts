import { SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import type { CommonFacts, SearchField, ToolFacts } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, type DocumentReader } from '../analysis/document-reader.ts'
import { rootsInField } from '../analysis/tokens.ts'
import type { Bm25fParameters } from '../kernel/bm25f.ts'
import { InvertedIndex } from '../kernel/inverted-index.ts'
import { createSectionWriter, type SectionReader, type SectionWriter } from '../snapshot/sections.ts'
import { readHeads, type SavedHeads } from '../snapshot/snapshot-searcher.ts'
import { Vocabulary } from './edit-distance-index.ts'
import { Names } from './names.ts'
import { NearDuplicates } from './near-duplicates.ts'
import { Servers } from './servers.ts'
import { boundFields, isStuffed, type RankingSignals } from './signals.ts'
import { Prerequisites } from './tools-by-key.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere words are neighbours by chance. */
export const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

const NAME = SEARCH_FIELDS.indexOf('name')

/** What {@link LexicalCatalog} reads texts with. */
export interface LexicalCatalogDeps {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly signals: RankingSignals
  /** What a catalog of the same analyzer and parameters saved. */
  readonly saved?: SectionReader | undefined
  /** The summary of a tool that was saved. */
  readonly savedSummaryOf?: ((id: string) => ToolSummary) | undefined
  /** What filters look at in it. */
  readonly savedFactsOf?: ((id: string) => ToolFacts) | undefined
  /** Heads of tools that were saved, where they do not stand in `saved`. */
  readonly heads?: SavedHeads | undefined
}

/** What the lexical searcher knows of the tools, changed one by one; a `SearchedCatalog` reads queries with it. */
export class LexicalCatalog {
  readonly deps: LexicalCatalogDeps
  readonly index: InvertedIndex
  readonly servers: Servers
  readonly names: Names
  readonly prerequisites: Prerequisites
  readonly nearDuplicates: NearDuplicates
  readonly vocabulary: Vocabulary
  readonly reader: DocumentReader
  /** By docId; those of tools that were saved are not among them. */
  summaries: (ToolSummary | undefined)[] = []
  /** By docId: of tools that were saved, what filters looked at. */
  savedFacts: (CommonFacts | undefined)[] = []
  savedHeads: SavedHeads
  /** By docId: the number of what a tool does, plus 1; 0 or nothing where it was not asked for yet. */
  actionNumbers: Uint16Array = new Uint16Array(64)
  /** Called before a tool comes or goes: what was read of words and tools does not hold any more. */
  onChange = (): void => {}

  /** @param index the first part of what was saved, where that was read already. */
  constructor(deps: LexicalCatalogDeps, index?: InvertedIndex) {
    const { analyzer, parameters, saved } = deps
    this.deps = deps
    this.index = index ?? new InvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS, saved })
    const rest = saved?.owned()
    // Read in place: they do not change.
    this.savedHeads = deps.heads ?? readHeads(saved)
    this.servers = new Servers(analyzer, rest)
    this.names = new Names(rest)
    this.prerequisites = new Prerequisites(analyzer, rest)
    this.nearDuplicates = new NearDuplicates(rest)
    this.vocabulary = new Vocabulary((word) => this.index.holds(word), rest)
    this.reader = createDocumentReader(analyzer, rest)
  }

  /** Adds a tool, in place of the one with the same id when there is one. */
  upsert({ id, fields, required = [], summary }: SearchDocument): void {
    this.onChange()
    if (this.index.docIdOf(id) !== undefined) this.vocabulary.release()
    const document = this.reader.read(SEARCH_FIELDS.map((field) => fields[field]))
    const nameRoots = rootsInField(document, NAME)
    boundFields(document, isStuffed(fields))
    const docId = this.index.upsert(id, document)
    this.names.place(docId, fields.name)
    this.servers.place(docId, fields.namespace)
    this.nearDuplicates.place(docId, document)
    this.vocabulary.add(document)
    this.prerequisites.place(docId, { nameRoots, namespace: fields.namespace, required })
    this.summaries[docId] = summary
    this.actionNumbers[docId] = 0
  }

  /** Removes a tool; an unknown id changes nothing. */
  remove(id: string): void {
    const docId = this.index.docIdOf(id)
    if (docId === undefined) return
    this.onChange()
    this.names.remove(docId)
    this.servers.remove(docId)
    this.prerequisites.remove(docId)
    this.index.remove(id)
    this.summaries[docId] = undefined
    this.actionNumbers[docId] = 0
    this.vocabulary.release()
  }

  /** Remembers what filters look at in a tool that was saved. */
  learn(docId: number, facts: CommonFacts): void {
    // One by one: an array with holes is slow.
    while (this.savedFacts.length <= docId) this.savedFacts.push(undefined)
    this.savedFacts[docId] = facts
  }

  /** Another catalog of the same tools. They share what never changes, so that most of the memory is not copied. */
  copy(): LexicalCatalog {
    const out = createSectionWriter()
    this.#saveParts(out, (): void => {})
    this.reader.saveForCopy(out)
    const copy = new LexicalCatalog({ ...this.deps, heads: this.savedHeads, saved: out.readBack() })
    copy.summaries = this.summaries.slice()
    copy.savedFacts = this.savedFacts.slice()
    copy.actionNumbers = this.actionNumbers.slice()
    return copy
  }

  /** Writes all there is. Summaries that are elsewhere are held no more. */
  save(out: SectionWriter): void {
    const saved = this.summaries.slice()
    this.#saveParts(out, () => {
      this.savedHeads.saveWith(saved, out, (heads) => {
        if (this.deps.savedSummaryOf === undefined) return
        this.savedHeads = heads
        this.summaries = this.summaries.map((now, docId) => {
          if (now === undefined || now !== saved[docId]) return now
          if (docId in this.savedFacts) this.savedFacts[docId] = undefined
          return undefined
        })
      })
    })
    this.reader.save(out)
  }

  #saveParts(out: SectionWriter, saveHeads: () => void): void {
    const { index, servers, names, prerequisites, nearDuplicates } = this
    index.save(out)
    saveHeads()
    for (const part of [servers, names, prerequisites, nearDuplicates]) part.save(out)
    // Words that are gone are dropped by searches, so this is copied now.
    this.vocabulary.save({ ...out, add: (array) => out.addFixed(array.slice()) })
  }
}
