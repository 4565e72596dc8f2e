import { SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import { CommonFacts, type SearchField, type ToolFacts } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { createDocumentReader, type DocumentReader } from '../analysis/document-reader.ts'
import { nameKey } from '../analysis/split-words.ts'
import { PAIRED, rootsInField, type Word } from '../analysis/tokens.ts'
import { type Bm25fParameters, inverseDocumentFrequency } from '../kernel/bm25f.ts'
import { InvertedIndex } from '../kernel/inverted-index.ts'
import { grown } from '../kernel/text-table.ts'
import { createSectionWriter, type SectionReader, type SectionWriter } from '../snapshot/sections.ts'
import { readHeads, type SavedHeads, type ToolHead } from '../snapshot/snapshot-searcher.ts'
import type { Synonyms } from '../synonyms/read-synonyms.ts'
import { NearDuplicates } from './diversification.ts'
import { Names } from './names.ts'
import type { QueryReading } from './query-terms.ts'
import { Servers } from './servers.ts'
import { boundFields, isStuffed, type RankingSignals } from './signals.ts'
import { type Corrections, Spelling } from './spelling.ts'
import {
  ACTIONS,
  actionOf,
  type Direction,
  directionsOfTool,
  hasInHead,
  type ToolAction,
} from './tool-action.ts'
import { Memo, Prerequisites } from './tools-by-key.ts'
import { type WordReading, WordReadings } from './word-readings.ts'

/** Fields whose neighbouring words are found as pairs; elsewhere words are neighbours by chance. */
export const PAIRED_FIELDS: readonly SearchField[] = ['name', 'title', 'description']

const NAME = SEARCH_FIELDS.indexOf('name')

/** What {@link LexicalCatalog} reads texts with. */
export interface LexicalCatalogDeps {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly signals: RankingSignals
  /** Called when synonyms are first asked for, so that a catalog that is only listed does not pay for them. */
  readonly readSynonyms: () => Synonyms
  /** What a catalog of the same analyzer and parameters saved. */
  readonly saved?: SectionReader | undefined
  /** The summary of a tool that was saved. */
  readonly savedSummaryOf?: ((id: string) => ToolSummary) | undefined
  /** What filters look at in it. */
  readonly savedFactsOf?: ((id: string) => ToolFacts) | undefined
  /** Heads of tools that were saved, where they do not stand in `saved`. */
  readonly heads?: SavedHeads | undefined
}

/** What the lexical searcher knows of the tools, changed one by one, and what it reads queries with. */
export class LexicalCatalog implements QueryReading {
  readonly analyzer: Analyzer
  readonly signals: RankingSignals
  readonly index: InvertedIndex
  readonly servers: Servers
  readonly names: Names
  readonly prerequisites: Prerequisites
  readonly nearDuplicates: NearDuplicates
  readonly #spelling: Spelling
  readonly reader: DocumentReader
  readonly #deps: LexicalCatalogDeps
  #synonyms: Synonyms | undefined
  // Until a tool comes or goes.
  readonly #words = new WordReadings(this)
  readonly #inHead = new Memo((word: Word) => ({ is: this.#findInHead(word) }))
  /** By docId; those of tools that were saved are not among them. */
  #summaries: (ToolSummary | undefined)[] = []
  /** By docId: of tools that were saved, what filters looked at. */
  #savedFacts: (CommonFacts | undefined)[] = []
  /** By docId: the number of what a tool does, plus 1; 0 or nothing where `actionOf` was not asked for it yet. */
  actionNumbers: Uint16Array = new Uint16Array(64)
  readonly #directions = new Memo((docId: number) => directionsOfTool(this.headOf(docId)))
  #savedHeads: SavedHeads

  /** @param index the first part of what was saved, where that was read already. */
  constructor(deps: LexicalCatalogDeps, index?: InvertedIndex) {
    const { analyzer, parameters, signals, saved } = deps
    this.#deps = deps
    this.analyzer = analyzer
    this.signals = signals
    this.index = index ?? new InvertedIndex(parameters, undefined, { pairedFields: PAIRED_FIELDS, saved })
    const rest = saved?.owned()
    // Read in place: they do not change.
    this.#savedHeads = deps.heads ?? readHeads(saved)
    this.servers = new Servers(analyzer, rest)
    this.names = new Names(this.servers, (docId) => this.headOf(docId).name, rest)
    this.prerequisites = new Prerequisites(analyzer, rest)
    this.nearDuplicates = new NearDuplicates(rest)
    this.#spelling = new Spelling((word) => this.frequencyOf(word) > 0, rest)
    this.reader = createDocumentReader(analyzer, rest)
  }

  get synonyms(): Synonyms {
    this.#synonyms ??= this.#deps.readSynonyms()
    return this.#synonyms
  }

  readonly correctionsOf = (word: string): Corrections => this.#spelling.correctionsOf(word)

  readonly frequencyOf = (term: string): number => this.index.documentFrequency(term)

  holdsPair(one: string, other: string): boolean {
    return one < other
      ? this.index.holdsJoined(one, PAIRED, other)
      : this.index.holdsJoined(other, PAIRED, one)
  }

  holdsFused(one: string, other: string): boolean {
    return this.index.holdsJoined(one, '', other)
  }

  rarityOf(term: string): number {
    return inverseDocumentFrequency(this.index.size, this.frequencyOf(term))
  }

  readonly readWord = (word: Word): WordReading => this.#words.of(word)

  /** The summary of a tool that is there. */
  summaryOf(docId: number): ToolSummary {
    return this.#summaries[docId] ?? (this.#deps.savedSummaryOf?.(this.index.idOf(docId)) as ToolSummary)
  }

  /** What filters look at in a tool that is there. */
  factsOf(docId: number): ToolFacts {
    const known = this.#summaries[docId] ?? this.#savedFacts[docId]
    if (known !== undefined) return known
    const facts = this.#deps.savedFactsOf?.(this.index.idOf(docId)) as ToolFacts
    if (facts instanceof CommonFacts) {
      while (this.#savedFacts.length <= docId) this.#savedFacts.push(undefined)
      this.#savedFacts[docId] = facts
    }
    return facts
  }

  /** The head of a tool that is there; of one that was saved without asking for its summary. */
  headOf(docId: number): ToolHead {
    return this.#summaries[docId] ?? this.#savedHeads.of(docId)
  }

  /** What a tool that is there does. */
  actionOf(docId: number): ToolAction {
    const number = this.actionNumbers[docId]
    return number ? (ACTIONS[number - 1] as ToolAction) : this.#readAction(docId)
  }

  /** What a tool that is there turns into what. */
  directionsOf(docId: number): readonly Direction[] {
    return this.actionOf(docId).isDirected ? this.#directions.get(docId) : []
  }

  #readAction(docId: number): ToolAction {
    const action = actionOf(this.headOf(docId))
    this.actionNumbers = grown(this.actionNumbers, docId + 1)
    this.actionNumbers[docId] = action.number + 1
    return action
  }

  /** Whether a server, a name, a title or the first line of a description has a word; examples do not count. */
  isInHead(word: Word): boolean {
    return this.#inHead.get(word).is
  }

  #findInHead({ text, tokens }: Word): boolean {
    const key = nameKey(text)
    const terms = tokens.map(({ term }) => ({ text: term, weight: 1, covers: true }))
    const { docIds } = this.index.prepare({ terms, coverage: 1 }).best(HEADS)
    return docIds.some((docId) => hasInHead(this.summaryOf(docId), key)) || this.servers.isInKey(key)
  }

  /** Adds a tool, in place of the one with the same id when there is one. */
  upsert({ id, fields, required = [], summary }: SearchDocument): void {
    this.#forget()
    if (this.index.docIdOf(id) !== undefined) this.#spelling.release()
    const document = this.reader.read(SEARCH_FIELDS.map((field) => fields[field]))
    const nameRoots = rootsInField(document, NAME)
    boundFields(document, isStuffed(fields))
    const docId = this.index.upsert(id, document)
    this.names.place(docId, fields.name)
    this.servers.place(docId, fields.namespace)
    this.nearDuplicates.place(docId, document)
    this.#spelling.add(document)
    this.prerequisites.place(docId, { nameRoots, namespace: fields.namespace, required })
    this.#summaries[docId] = summary
    this.actionNumbers[docId] = 0
  }

  /** Removes a tool; an unknown id changes nothing. */
  remove(id: string): void {
    const docId = this.index.docIdOf(id)
    if (docId === undefined) return
    this.#forget()
    this.names.remove(docId)
    this.servers.remove(docId)
    this.prerequisites.remove(docId)
    this.index.remove(id)
    this.#summaries[docId] = undefined
    this.actionNumbers[docId] = 0
    this.#spelling.release()
  }

  /** Drops what was read of words and tools. */
  #forget(): void {
    this.#directions.clear()
    this.#words.clear()
    this.#inHead.clear()
  }

  /** Another catalog of the same tools. They share what never changes, so that most of the memory is not copied. */
  copy(): LexicalCatalog {
    const out = createSectionWriter()
    this.#saveParts(out, (): void => {})
    this.reader.saveForCopy(out)
    const copy = new LexicalCatalog({ ...this.#deps, heads: this.#savedHeads, saved: out.readBack() })
    copy.#summaries = this.#summaries.slice()
    copy.actionNumbers = this.actionNumbers.slice()
    copy.#synonyms = this.#synonyms
    return copy
  }

  /** Writes all there is. Summaries that are elsewhere are held no more. */
  save(out: SectionWriter): void {
    const saved = this.#summaries.slice()
    this.#saveParts(out, () => {
      this.#savedHeads.saveWith(saved, out, (heads) => {
        if (this.#deps.savedSummaryOf === undefined) return
        this.#savedHeads = heads
        this.#savedFacts = []
        this.#summaries = this.#summaries.map((now, docId) => (now === saved[docId] ? undefined : now))
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
    this.#spelling.save({ ...out, add: (array) => out.addFixed(array.slice()) })
  }
}

/** Best holders of a word whose heads are read: names and servers weigh most. */
const HEADS = 16
